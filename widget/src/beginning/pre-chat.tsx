import { autofillOf } from '@portico/browser-kit/autofill';
import { unreadable } from '@portico/browser-kit/read-control';
import { keysOfNumber, readNumber, readUnclear } from '@portico/browser-kit/read-number';
import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage as numberTexts } from '@portico/shared-types/languages/lists/number';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-beginning';
import type { Language } from '@portico/shared-types/languages/lists/languages';
import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../locales/load-texts.ts';
import { usePanel } from '../ui/context.ts';
import { mayFocus } from '../ui/may-focus.ts';

/** The form before the chat. The browser reports missing fields, in its own language. */
export function PreChat() {
  const { chat, language, focusComposer } = usePanel();
  const form = useRef<HTMLFormElement>(null);
  const spoken = chooseLanguage([language.value]);
  const [heading, begin] = textsByLanguage[spoken];
  const { fields } = chat.beginning;
  // Before painting, so that the first key reaches the field.
  useLayoutEffect(() => {
    if (!chat.isOpen.peek() || !mayFocus()) return;
    form.current?.querySelector<HTMLElement>('input,textarea,select')?.focus();
  }, [chat]);
  return (
    <div class="scroll consent" tabindex={0} role="region" aria-label={heading}>
      <form
        ref={form}
        class="card fields"
        onFocusIn={({ target }) => {
          // The browser scrolls only to the field itself.
          if (target instanceof Element) target.closest('label,fieldset')?.scrollIntoView({ block: 'nearest' });
        }}
        onSubmit={(event) => {
          event.preventDefault();
          chat.beginning.answer(readValues(event.currentTarget, fields.value, spoken));
          focusComposer();
        }}
      >
        {chat.error.value?.code === 'link_refused' && (
          <p class="banner bad" role="alert">
            {chat.error.value.message}
          </p>
        )}
        <h3>{heading}</h3>
        {fields.value.map((field) =>
          field.type === 'multiselect' ? (
            <Choices key={field.name} field={field} />
          ) : (
            <label key={field.name} class={field.type === 'checkbox' ? 'tick' : ''}>
              <span>
                <bdi>{field.label}</bdi>
                {field.required && star}
              </span>
              <Control field={field} language={spoken} />
            </label>
          ),
        )}
        <button type="submit" class="btn strong wide">
          {begin}
        </button>
      </form>
    </div>
  );
}

const star = <i aria-hidden="true"> *</i>;

/** Several choices, as a row of checkboxes. If one is required, the browser asks for the first. */
function Choices({ field }: { field: PublicFormField }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { name, required, options = [] } = field;
  const toggle = (option: string, isOn: boolean) =>
    setChosen(options.filter((other) => (other === option ? isOn : chosen.includes(other))));
  return (
    <fieldset class="choices">
      <legend>
        <bdi>{field.label}</bdi>
        {required && star}
      </legend>
      {options.map((option, index) => (
        <label key={option} class="tick">
          <bdi>{option}</bdi>
          <input
            type="checkbox"
            name={name}
            value={option}
            checked={chosen.includes(option)}
            required={required && index === 0 && chosen.length === 0}
            onChange={(event) => toggle(option, event.currentTarget.checked)}
          />
        </label>
      ))}
    </fieldset>
  );
}

function Control({ field, language }: { field: PublicFormField; language: Language }) {
  const { name, type, format, required, options } = field;
  // Preact's types require a separate element for each kind of input.
  const autocomplete = autofillOf(field);
  const common: Record<string, unknown> = { name, required, dir: 'auto', autocomplete };
  if (type === 'textarea') return <textarea {...common} rows={3} maxLength={100_000} />;
  if (type === 'select') {
    return (
      <select {...common}>
        <option value="">–</option>
        {options?.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  if (type === 'number') {
    return (
      <input
        {...common}
        type="text"
        inputMode={keysOfNumber()}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity(explain(currentTarget, language))}
      />
    );
  }
  const isAddress = type === 'text' && (format || name === 'email');
  const line = isAddress ? 'email' : autocomplete === 'tel' ? autocomplete : type;
  const kind: Record<string, unknown> = {
    ...common,
    type: line,
    // The server refuses years of two digits. Texts have no limits.
    min: '1000-01-01',
    // The server also expects a dot in the domain, and letters after it.
    pattern: isAddress ? '.+\\.([^.\\d\\-]{2,}|[Xx][Nn]--[^.]+)' : undefined,
  };
  return <input {...kind} />;
}

/** What is wrong with the text of a number, otherwise empty. */
function explain({ value: text, required }: HTMLInputElement, language: Language): string {
  const { numberInvalid, numberTooLong, numberUnclear } = numberTexts[language];
  const value = readNumber(text, language);
  const spellings = readUnclear(value);
  if (spellings) return fill(numberUnclear, spellings);
  // To the browser, spaces are an answer.
  if (value.startsWith(unreadable) || (required && value === '' && text !== '')) return numberInvalid;
  // The server refuses numbers whose digits it couldn't keep.
  return Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER ? numberTooLong : '';
}

function readValues(
  form: HTMLFormElement,
  fields: readonly PublicFormField[],
  language: Language,
): Record<string, unknown> {
  const data = new FormData(form);
  const values = fields.map(({ name, type }) => {
    if (type === 'multiselect') return [name, data.getAll(name)] as const;
    if (type === 'checkbox') return [name, data.has(name)] as const;
    const text = data.get(name) ?? '';
    return [name, type === 'number' && typeof text === 'string' ? readNumber(text, language) : text] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== '' && value !== false));
}
