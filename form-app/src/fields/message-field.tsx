import { describedBy, FieldFrame } from './field-frame.tsx';
import { fieldId } from './field-id.ts';
import { GrowingText } from './growing-text.tsx';

export interface MessageFieldProps {
  label: string;
  placeholder: string | null;
  value: string;
  error: string | null;
  onText(text: string): void;
  /** Ctrl or Cmd with Enter: Enter alone is a new line. */
  onSubmit(): void;
}

/** The visitor's message. */
export function MessageField({ label, placeholder, value, error, onText, onSubmit }: MessageFieldProps) {
  const id = fieldId('message');
  return (
    <FieldFrame field="message" label={label} error={error}>
      <GrowingText
        id={id}
        rows={5}
        value={value}
        placeholder={placeholder ?? undefined}
        aria-invalid={error !== null}
        aria-describedby={describedBy(id, error)}
        onText={onText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
        }}
      />
    </FieldFrame>
  );
}
