import type { RawOptions } from '../../widget/src/mount/loader-options.ts';

/** Options of `Portico("boot", …)` and of the script's attributes; `host` defaults to the script's own origin. */
export type BootOptions = Partial<RawOptions>;

export interface PorticoFunction {
  (verb: string, ...args: unknown[]): unknown;
  /** The stub's waiting calls. */
  q?: [verb: string, ...args: unknown[]][];
  /** Set once the loader runs. */
  boot?: (options: BootOptions) => void;
}

export type LoaderWindow = Window & { Portico?: PorticoFunction };
