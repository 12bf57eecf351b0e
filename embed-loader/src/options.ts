import type { RawOptions } from '../../widget/src/mount/loader-options.ts';

/** What `Portico("boot", …)` and the script's attributes may say; `host` is the script's own origin unless given. */
export type BootOptions = Partial<RawOptions>;

export interface PorticoFunction {
  (verb: string, ...args: unknown[]): unknown;
  /** The stub's waiting calls. */
  q?: [verb: string, ...args: unknown[]][];
  /** Set once the loader runs. */
  boot?: (options: BootOptions) => void;
}

export type LoaderWindow = Window & { Portico?: PorticoFunction };
