import type { WidgetHost } from '../launcher/host.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { RawOptions } from './loader-options.ts';
import type { FormHandle } from '../form-types.ts';
import type { Face } from '../face.ts';
import type { ChatHandle } from '../types.ts';

/** Objects that the loader has created before the panel's code arrives. */
export interface Adopted {
  host: WidgetHost;
  launcher: Launcher;
  face: Face;
  /** The panel reopens with a page and doesn't take the focus. */
  isRestored: boolean | undefined;
}

/** Called with each event of a chat or form, beginning with those of its mount. */
export type Report = (
  name: string,
  detail: { readonly id: string; readonly error?: { readonly code: string } },
) => void;

/** The chunk that the loader fetches when someone is interested. */
export interface PanelModule {
  mount(options: RawOptions, adopted?: Adopted): ChatHandle | FormHandle;
}
