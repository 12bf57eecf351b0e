import type { PanelModule } from '../../widget/src/panel-module.ts';

/** Name of the panel's entry under /assets/widget/, put in by the build from the widget's manifest. */
declare const __PANEL_ENTRY__: string;

/**
 * Loads the panel from the server the script came from. A server newer than this loader may no longer hold the hashed
 * file; then the entry without a hash stands in, which always names the newest.
 */
export async function loadPanel(host: string): Promise<PanelModule> {
  const base = `${host}/assets/widget/`;
  try {
    return (await import(/* @vite-ignore */ base + __PANEL_ENTRY__)) as PanelModule;
  } catch {
    return (await import(/* @vite-ignore */ `${base}panel.js?at=${Date.now()}`)) as PanelModule;
  }
}
