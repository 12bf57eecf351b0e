/* What the loader fetches when someone is interested. */
export { mountChat } from './mount-chat.ts';
export type { Adopted } from './mount-chat.ts';
export { mountForm } from './mount-form.ts';
