import type { FormPrefill } from '../form-types.ts';
import type { ChatOptions } from '../types.ts';

/**
 * The options of a script tag: attributes by their name without `data-`, all text, in addition to those of
 * `Portico("boot", …)`. To stay small, the loader passes them on unchanged; here they become typed options.
 */
export interface RawOptions extends Partial<
  Omit<ChatOptions, 'slots' | 'open' | 'target' | 'zIndex' | 'emoji' | 'voice'>
> {
  id: string;
  host: string;
  form?: string | undefined;
  prefill?: FormPrefill | undefined;
  open?: boolean | undefined;
  zIndex?: number | string | undefined;
  emoji?: boolean | string | undefined;
  voice?: boolean | string | undefined;
  /** Target of forwarded events: gtag, datalayer or plausible. */
  analytics?: string | undefined;
  /** By default the script itself: an inline widget is placed directly after it. */
  target?: Element | string | null | undefined;
}

export function readChatOptions(raw: RawOptions): ChatOptions {
  const { zIndex, target, emoji, voice, ...rest } = raw;
  return {
    ...rest,
    chat: raw.chat ?? '',
    ...(target && { target }),
    ...(zIndex !== undefined && { zIndex: Number(zIndex) }),
    ...(emoji !== undefined && { emoji: isOn(emoji) }),
    ...(voice !== undefined && { voice: isOn(voice) }),
  };
}

const isOn = (value: boolean | string): boolean => String(value) !== 'false';
