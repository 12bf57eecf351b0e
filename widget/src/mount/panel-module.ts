import type { WidgetHost } from '../launcher/host.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { RawOptions } from './loader-options.ts';
import type { ChatHandle, Face, FormHandle } from '../types.ts';

/** What the loader has made already when the panel's code arrives. */
export interface Adopted {
  host: WidgetHost;
  launcher: Launcher;
  face: Face;
  /** The panel comes back with a page and leaves the focus alone. */
  isRestored: boolean;
}

/** The chunk that the loader fetches when someone is interested. */
export interface PanelModule {
  mount(options: RawOptions, adopted?: Adopted): ChatHandle | FormHandle;
}
