import type * as Extras from '../../widget/src/launcher/extras.ts';
import type { PanelModule } from '../../widget/src/mount/panel-module.ts';

/** Names of files under /assets/widget/, put in by the build from the widget's manifest. */
declare const __PANEL_ENTRY__: string;
declare const __EXTRAS_ENTRY__: string;

/** Loads what the launcher has on few sites. */
export const loadExtras = (host: string): Promise<typeof Extras> =>
  import(/* @vite-ignore */ `${host}/assets/widget/${__EXTRAS_ENTRY__}`);

/**
 * Loads the panel from the server the script came from. Rejects if the server can't be reached; it may be called again then.
 * A server newer than this loader may no longer have the hashed file; the entry without a hash always names the newest.
 */
export async function loadPanel(host: string): Promise<PanelModule> {
  const base = `${host}/assets/widget/`;
  // Browsers remember a module that could not be fetched for as long as the page lives (whatwg/html#6768), so that no later
  // import of it succeeds: it is fetched into the cache first.
  const response = await fetch(base + __PANEL_ENTRY__);
  await response.text();
  if (response.status > 499) throw new Error();
  const entry = response.ok ? __PANEL_ENTRY__ : `panel.js?at=${Date.now()}`;
  return (await import(/* @vite-ignore */ base + entry)) as PanelModule;
}
