import type { ChatOptions, FormPrefill } from '../../widget/src/types.ts';

/** What `Portico("boot", …)` and the script's attributes may say; `host` is the script's own origin unless given. */
export interface BootOptions extends Partial<Omit<ChatOptions, 'mode' | 'slots'>> {
  mode?: 'bubble' | 'inline';
  form?: string;
  prefill?: FormPrefill;
}

export interface PorticoFunction {
  (verb: string, ...args: unknown[]): unknown;
  /** The stub's waiting calls. */
  q?: ArrayLike<unknown>[];
  /** Set once the loader runs. */
  boot?: (options: BootOptions) => void;
}

export type LoaderWindow = Window & { Portico?: PorticoFunction };
