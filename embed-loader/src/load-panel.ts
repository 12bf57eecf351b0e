import type * as Extras from '../../widget/src/launcher/extras.ts';
import type { PanelModule } from '../../widget/src/mount/panel-module.ts';

/** File names under /assets/widget/, inserted by the build from the widget's manifest. */
declare const __PANEL_ENTRY__: string;
declare const __EXTRAS_ENTRY__: string;

/** Loads features of the launcher that few sites use. */
export const loadExtras = (host: string): Promise<typeof Extras> =>
  import(/* @vite-ignore */ `${host}/assets/widget/${__EXTRAS_ENTRY__}`);

/**
 * Loads the panel from the script's own server. Rejects if the server is unreachable; it may then be called again. A
 * server newer than this loader may no longer have the hashed file; the entry without a hash is always the newest.
 */
export async function loadPanel(host: string): Promise<PanelModule> {
  const base = `${host}/assets/widget/`;
  // Browsers remember a module that could not be loaded until the page is closed (whatwg/html#6768), so that every
  // later import of it fails: it is fetched into the cache first.
  const response = await fetch(base + __PANEL_ENTRY__);
  await response.text();
  if (response.status > 428) throw new Error();
  const entry = response.ok ? __PANEL_ENTRY__ : `panel.js?${Date.now()}`;
  return (await import(/* @vite-ignore */ base + entry)) as PanelModule;
}
