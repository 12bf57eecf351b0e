import type { ChatOptions, FormOptions, FormPrefill } from './types.ts';

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
  /** The script itself where nothing else was said: an inline widget then stands right after it. */
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

export function readFormOptions(raw: RawOptions): FormOptions {
  const { id, host, target, locale, theme, position, zIndex, open, prefill } = raw;
  const given: Record<string, unknown> = { target, locale, theme, position, open };
  const inputs: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith('prefill-')) inputs[name.slice(8)] = String(value);
  }
  const fromAttributes = Object.keys(inputs).length > 0 ? { message: inputs['message'] ?? '', inputs } : undefined;
  const chosen = prefill ?? fromAttributes;
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
    id,
    host,
    form: raw.form ?? '',
    mode: raw.mode === 'inline' ? 'inline' : 'bubble',
    ...(zIndex === undefined ? {} : { zIndex: Number(zIndex) }),
    ...(chosen === undefined ? {} : { prefill: chosen }),
  };
}
