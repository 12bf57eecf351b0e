import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/widget-beginning';
import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePanel } from '../ui/context.ts';
import { mayFocus } from '../ui/may-focus.ts';

/** The form before the chat. The browser reports missing fields, in its own language. */
export function PreChat() {
  const { chat, language, focusComposer } = usePanel();
  const form = useRef<HTMLFormElement>(null);
  const [heading, begin] = textsByLanguage[chooseLanguage([language.value])];
  const { fields } = chat.beginning;
  // Before painting, so that the first key reaches the field.
  useLayoutEffect(() => {
    if (!chat.isOpen.peek() || !mayFocus()) return;
    form.current?.querySelector<HTMLElement>('input,textarea,select')?.focus();
  }, [chat]);
  return (
    <div class="scroll consent" tabIndex={0} role="region" aria-label={heading}>
      <form
        ref={form}
        class="card fields"
        onSubmit={(event) => {
          event.preventDefault();
          chat.beginning.answer(readValues(event.currentTarget, fields.value));
          focusComposer();
        }}
      >
        <h3>{heading}</h3>
        {fields.value.map((field) => (
          <label key={field.name} class={field.type === 'checkbox' ? 'tick' : ''}>
            <span>
              <bdi>{field.label}</bdi>
              {field.required && <i aria-hidden="true"> *</i>}
            </span>
            <Control field={field} />
          </label>
        ))}
        <button type="submit" class="btn strong wide">
          {begin}
        </button>
      </form>
    </div>
  );
}

function Control({ field: { name, type, required, options } }: { field: PublicFormField }) {
  // Preact's types require a separate element for each kind of input.
  const common: Record<string, unknown> = { name, required, dir: 'auto' };
  if (type === 'textarea') return <textarea {...common} rows={3} maxLength={100_000} />;
  if (type === 'select' || type === 'multiselect') {
    return (
      <select {...common} multiple={type === 'multiselect'}>
        {type === 'select' && <option value="">–</option>}
        {options?.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  const kind: Record<string, unknown> = {
    ...common,
    type: name === 'email' && type === 'text' ? 'email' : type,
    step: type === 'number' ? 'any' : undefined,
    autocomplete: name === 'email' || name === 'name' ? name : undefined,
  };
  return <input {...kind} />;
}

function readValues(form: HTMLFormElement, fields: readonly PublicFormField[]): Record<string, unknown> {
  const data = new FormData(form);
  const values = fields.map(({ name, type }) => {
    if (type === 'multiselect') return [name, data.getAll(name)] as const;
    if (type === 'checkbox') return [name, data.has(name)] as const;
    return [name, data.get(name) ?? ''] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== '' && value !== false));
}
