import { defineElement } from './element.ts';

/* `@portico/widget`: the widget for a page that bundles its own code. Importing it also defines `<portico-chat>`. */
export { connectFrame } from './mount/connect-frame.ts';
export { mountChat } from './mount/mount-own-chat.ts';
export { mountForm } from './mount/mount-own-form.ts';
export type * from './form-types.ts';
export type * from './types.ts';
export { defineElement };

defineElement();
