import { useRef, useState } from 'preact/hooks';
import { useCan } from '../../../data/session.ts';
import { isValues } from '../../../form/changes.ts';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { ArchiveControls } from './archive-controls.tsx';
import { EraseControls } from './erase-controls.tsx';
import { FoundTable } from './found-table.tsx';
import { SubjectFields } from './subject-fields.tsx';
import { maxLengths, type Subject } from './subject.ts';
import { visitorTexts } from './texts.ts';
import { useArchive } from './use-archive.ts';
import { useErasure } from './use-erasure.ts';

const reference = 'reference/people#requests-of-data-subjects';

/** Everything about one visitor: as a download, or gone (docs/reference/people.md#requests-of-data-subjects). */
export default function VisitorsPart() {
  const say = useTexts(visitorTexts);
  const sayUi = useTexts(uiTexts);
  const canErase = useCan('settings:write');
  const form = useRef<HTMLFormElement>(null);
  const eraseButton = useRef<HTMLButtonElement>(null);
  const [subject, setSubject] = useState(readOpened);
  const [isChecked, setChecked] = useState(false);
  const archive = useArchive();
  const erasure = useErasure();
  const isBusy = archive.isBusy || erasure.isBusy;

  const trimmed = { kind: subject.kind, value: subject.value.trim() };
  const isMissing = trimmed.value === '';
  const isTooLong = trimmed.value.length > maxLengths[trimmed.kind];
  const fault = isTooLong
    ? say('tooLong', { count: maxLengths[trimmed.kind] })
    : isMissing && isChecked
      ? say('missing')
      : undefined;
  const change = (next: Subject) => {
    setSubject(next);
    setChecked(false);
    archive.clear();
    erasure.clearError();
  };
  const field = () => form.current?.querySelector('input');
  /** Starts with the person in the fields, or shows what is wrong with them. */
  const startTyped = (start: (person: Subject) => void) => {
    setChecked(true);
    if (isMissing || isTooLong) field()?.focus();
    else start(trimmed);
  };
  const startFound = (person: Subject, start: (person: Subject) => void) => {
    change(person);
    start(person);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) startTyped(archive.start);
      }}
    >
      <Section title={say('person')} help={say('personHelp')} reference={reference}>
        <SubjectFields subject={subject} onSubject={change} error={fault} disabled={isBusy} />
      </Section>
      <Section title={say('download')} help={say('downloadHelp')} reference={reference}>
        <ArchiveControls archive={archive} disabled={isBusy} />
      </Section>
      <Section title={say('erase')} help={say('eraseHelp')} reference={reference}>
        {canErase ? (
          <EraseControls
            erasure={erasure}
            button={eraseButton}
            disabled={isBusy}
            onErase={() => startTyped(erasure.ask)}
          />
        ) : (
          <p class="soft">{sayUi('noPermissionText', { scopes: 'settings:write' })}</p>
        )}
      </Section>
      <FoundTable
        trail={erasure.trail}
        disabled={isBusy}
        onDownload={(person) => {
          startFound(person, archive.start);
          // The progress and the result are shown below it.
          field()?.scrollIntoView({ block: 'center' });
        }}
        onErase={(person) => {
          // It gets the focus back from the dialog: the button in the row is gone then.
          eraseButton.current?.focus();
          startFound(person, erasure.ask);
        }}
      />
    </form>
  );
}

/** The visitor of the conversation from which the screen was opened. Addresses are logged, so it isn't in there. */
function readOpened(): Subject {
  const state: unknown = history.state;
  const id = isValues(state) ? state['visitor_id'] : undefined;
  return typeof id === 'string' ? { kind: 'visitor_id', value: id } : { kind: 'email', value: '' };
}
