import { useTexts } from '../../text/use-texts.ts';
import { Field, NumberInput, Select, TextArea } from '../../ui/field.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useJsonText } from './json-text.ts';
import type { Input } from './input-schema.ts';
import { inputTexts } from './texts.ts';

interface InputControlProps {
  input: Input;
  /** The path in the surrounding form, where the server's errors are shown. */
  path?: string;
  value: unknown;
  error: string | undefined;
  /** Undefined removes the value. */
  onValue: (value: unknown) => void;
}

/** The control for one input of a workflow, or argument of a tool, by its type. */
export function InputControl({ input, path = `inputs.${input.name}`, value, error, onValue }: InputControlProps) {
  const say = useTexts(inputTexts);
  const sayUi = useTexts(uiTexts);
  const { title, type, description, isRequired, options } = input;
  return (
    <Field
      label={title}
      help={description === '' ? undefined : <span dir="auto">{description}</span>}
      error={error}
      aside={isRequired ? undefined : <span class="meta">{sayUi('optional')}</span>}
    >
      {(links) => {
        const shared = { ...links, name: path };
        const setText = (text: string) => onValue(text === '' ? undefined : text);
        if (type === 'string') {
          return <TextArea {...shared} rows={2} value={typeof value === 'string' ? value : ''} onValue={setText} />;
        }
        if (type === 'number' || type === 'integer') {
          return <NumberInput {...shared} step={type === 'integer' ? 1 : 'any'} value={value} onNumber={onValue} />;
        }
        const unset = { value: '', label: say('notSet') };
        if (type === 'boolean') {
          return (
            <Select
              {...shared}
              value={typeof value === 'boolean' ? String(value) : ''}
              options={[unset, { value: 'true', label: say('yes') }, { value: 'false', label: say('no') }]}
              onValue={(text) => onValue(text === '' ? undefined : text === 'true')}
            />
          );
        }
        if (type === 'choice') {
          return (
            <Select
              {...shared}
              value={typeof value === 'string' ? value : ''}
              options={[unset, ...options.map((option) => ({ value: option, label: option }))]}
              onValue={setText}
            />
          );
        }
        return <JsonControl links={shared} value={value} onValue={onValue} />;
      }}
    </Field>
  );
}

function JsonControl({ links, value, onValue }: { links: object; value: unknown; onValue: (value: unknown) => void }) {
  const [text, setText] = useJsonText(value ?? undefined, onValue);
  return (
    <TextArea {...links} dir="ltr" class="input-code" rows={4} spellcheck={false} value={text} onValue={setText} />
  );
}
