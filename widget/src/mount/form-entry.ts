import type { RawOptions } from './loader-options.ts';
import { mountForm } from './mount-form.ts';
import type { Report } from './panel-module.ts';
import type { FormHandle, FormOptions } from '../form-types.ts';

/** Mounts the form that a script tag or `Portico('boot', …)` describes. */
export function mountRawForm(raw: RawOptions, report?: Report): FormHandle {
  return mountForm(readFormOptions(raw), report);
}

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
    ...(chosen && { prefill: chosen }),
  };
}
