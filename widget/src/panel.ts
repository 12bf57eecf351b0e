import { readChatOptions, readFormOptions } from './loader-options.ts';
import { mountChat } from './mount-chat.ts';
import { mountForm } from './mount-form.ts';
import type { PanelModule } from './panel-module.ts';

/* The page of `/chat/{slug}` takes it from here, so that both entries are one chunk and no further one is waited for. */
export { mountChat };

/** The entry that the loader fetches when someone is interested. */
export const mount: PanelModule['mount'] = (options, adopted) =>
  options.form === undefined ? mountChat(readChatOptions(options), adopted) : mountForm(readFormOptions(options));
