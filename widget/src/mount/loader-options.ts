import type { ChatOptions, FormPrefill } from '../types.ts';

/**
 * What a script tag says: attributes by their name without `data-`, all text, beside what `Portico("boot", …)` gives.
 * The loader hands them on as they are, to stay small; here they become options.
 */
export interface RawOptions extends Partial<
  Omit<ChatOptions, 'slots' | 'open' | 'target' | 'zIndex' | 'emoji' | 'voice'>
> {
  id: string;
  host: string;
  form?: string;
  prefill?: FormPrefill;
  open?: boolean;
  zIndex?: number | string;
  emoji?: boolean | string;
  voice?: boolean | string;
  /** Where events are forwarded to: gtag, datalayer or plausible. */
  analytics?: string;
  /** The script itself by default: an inline widget is placed right after it. */
  target?: Element | string | null;
}

export function readChatOptions(raw: RawOptions): ChatOptions {
  const { zIndex, target, emoji, voice, ...rest } = raw;
  return {
    ...rest,
    chat: raw.chat ?? '',
    ...(target ? { target } : {}),
    ...(zIndex === undefined ? {} : { zIndex: Number(zIndex) }),
    ...(emoji === undefined ? {} : { emoji: isOn(emoji) }),
    ...(voice === undefined ? {} : { voice: isOn(voice) }),
  };
}

const isOn = (value: boolean | string): boolean => String(value) !== 'false';
