import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextInput } from '../../../ui/field.tsx';
import { isKind, kinds, type Subject } from './subject.ts';
import { visitorTexts } from './texts.ts';

interface SubjectFieldsProps {
  subject: Subject;
  onSubject: (subject: Subject) => void;
  error: string | undefined;
  disabled: boolean;
}

/** An identifier and its kind. */
export function SubjectFields({ subject, onSubject, error, disabled }: SubjectFieldsProps) {
  const say = useTexts(visitorTexts);
  return (
    <div class="subject-fields">
      <Field label={say('findBy')}>
        {(links) => (
          <Select
            {...links}
            disabled={disabled}
            value={subject.kind}
            onValue={(kind) => isKind(kind) && onSubject({ kind, value: subject.value })}
            options={kinds.map((kind) => ({ value: kind, label: say(kind) }))}
          />
        )}
      </Field>
      <Field label={say(subject.kind)} help={say(`${subject.kind}_help`)} error={error}>
        {(links) => (
          <TextInput
            {...links}
            disabled={disabled}
            autoComplete="off"
            spellcheck={false}
            value={subject.value}
            // Without a maximum length, which would shorten a pasted text to the identifier of somebody else.
            onValue={(value) => onSubject({ kind: subject.kind, value })}
          />
        )}
      </Field>
    </div>
  );
}
