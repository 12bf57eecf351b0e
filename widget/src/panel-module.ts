import type { WidgetHost } from './launcher/host.ts';
import type { Launcher } from './launcher/launcher.ts';
import type { ChatHandle, ChatOptions, Face, FormHandle, FormOptions } from './types.ts';

/** What the loader has made already when the panel's code arrives. */
export interface Adopted {
  host: WidgetHost;
  launcher: Launcher | null;
  face: Face;
  /** The panel comes back with a page and leaves the focus alone. */
  isRestored: boolean;
}

/** The chunk that the loader fetches when someone is interested. */
export interface PanelModule {
  mountChat(options: ChatOptions, adopted?: Adopted): ChatHandle;
  mountForm(options: FormOptions): FormHandle;
}
