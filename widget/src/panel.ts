/* The entry that the loader fetches when someone is interested; see panel-module.ts. */
export { mountChat } from './mount-chat.ts';
export { mountForm } from './mount-form.ts';
