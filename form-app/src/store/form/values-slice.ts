import { checkUrl } from './check-url.ts';
import { type Draft, readInputs, readStrings } from './draft.ts';
import { emptyValue, type FieldValue, type FieldValues } from './field-value.ts';
import type { FormDependencies, GetForm, SetForm } from './form-state.ts';
import type { Notice } from '../notice.ts';

export interface Prefill {
  message?: unknown;
  urls?: unknown;
  inputs?: unknown;
}

export interface Given {
  message: string;
  inputs: FieldValues;
  urls: readonly string[];
}

export interface ValuesSlice {
  message: string;
  inputs: FieldValues;
  urls: readonly string[];
  /** Text in the address field that isn't in the list yet. */
  urlText: string;
  urlNotice: Notice | null;
  /** Names of the fields currently hidden by their show_if. */
  hidden: ReadonlySet<string>;
  setMessage(message: string): void;
  setInput(name: string, value: FieldValue): void;
  setUrlText(text: string): void;
  /** Adds the typed text, or every address of a pasted text; false if one of them is not an address. */
  addUrls(text?: string): boolean;
  removeUrl(url: string): void;
  /** Values that weren't typed: no draft stores them, and the next prefill may replace them. */
  given: Given;
  /** Applies outside values; the visitor's own input is kept. */
  prefill(values: Prefill): void;
}

export function createValuesSlice(
  set: SetForm,
  get: GetForm,
  { form, texts }: FormDependencies,
  draft: Draft,
): ValuesSlice {
  const blank = Object.fromEntries(form.fields.map((field) => [field.name, emptyValue(field)]));
  const awaitsRule = form.fields.filter((field) => field.showIf !== undefined).map((field) => field.name);

  return {
    message: draft.message,
    inputs: { ...blank, ...draft.inputs },
    urls: draft.urls,
    urlText: '',
    urlNotice: null,
    hidden: new Set(awaitsRule),
    given: { message: '', inputs: {}, urls: [] },

    setMessage: (message) => {
      set({ message });
      get().clearProblem('message');
    },
    setInput: (name, value) => {
      set({ inputs: { ...get().inputs, [name]: value } });
      get().clearProblem(`inputs.${name}`);
    },
    setUrlText: (urlText) => set({ urlText, urlNotice: null }),
    addUrls: (text = get().urlText) => {
      const urls = [...get().urls];
      const bad: string[] = [];
      let twice: string | null = null;
      for (const part of text.split(/\s+/).filter((part) => part !== '')) {
        const url = checkUrl(part);
        if (url === null) bad.push(part);
        else if (urls.includes(url)) twice = url;
        else urls.push(url);
      }
      set({ urls, urlText: bad.join(' '), urlNotice: noticeOfUrls(bad, twice) });
      get().clearProblem('urls');
      return bad.length === 0;
    },
    removeUrl: (url) => {
      set({ urls: get().urls.filter((kept) => kept !== url) });
      get().clearProblem('urls');
    },
    prefill: ({ message, urls, inputs }) => {
      const { message: typed, inputs: filled, given, urls: listed } = get();
      if (typeof message === 'string' && (typed === '' || typed === given.message)) {
        set({ message, given: { ...given, message } });
      }
      const isFree = (name: string) => isBlank(filled[name]) || isSame(filled[name], given.inputs[name]);
      const fitting = Object.entries(readInputs(form, inputs, texts.locale));
      const taken = Object.fromEntries(fitting.filter(([name]) => isFree(name)));
      set({ inputs: { ...filled, ...taken }, given: { ...get().given, inputs: { ...given.inputs, ...taken } } });
      if (!form.allowUrlInput) return;
      const known = new Set(readStrings(urls).flatMap((url) => checkUrl(url) ?? []));
      const fresh = [...known].filter((url) => !listed.includes(url));
      set({ urls: [...listed, ...fresh], given: { ...get().given, urls: [...given.urls, ...fresh] } });
    },
  };
}

function noticeOfUrls([bad]: readonly string[], twice: string | null): Notice | null {
  if (bad !== undefined) return { key: 'urlInvalid', values: { url: bad } };
  return twice === null ? null : { key: 'urlTwice', values: { url: twice } };
}

function isBlank(value: FieldValue | undefined): boolean {
  return value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

export function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
