import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { isIn, type Subject, type Trail } from './subject.ts';
import { visitorTexts } from './texts.ts';

interface FoundTableProps {
  trail: Trail;
  disabled: boolean;
  onDownload: (subject: Subject) => void;
  onErase: (subject: Subject) => void;
}

/** The identifiers that erasures have found, to continue with those that belong to the same person. */
export function FoundTable({ trail: { found, erased }, disabled, onDownload, onErase }: FoundTableProps) {
  const say = useTexts(visitorTexts);
  if (found.length < 2) return null;
  const isErased = (subject: Subject) => isIn(erased, subject);
  return (
    <section class="stack found">
      <h2>{say('found')}</h2>
      <p class="soft">{say('foundHelp')}</p>
      <DataTable
        label={say('found')}
        rows={found.map((subject) => ({ id: `${subject.kind} ${subject.value}`, subject }))}
        columns={[
          { title: say('identifier'), render: ({ subject }) => <bdi>{subject.value}</bdi> },
          {
            title: say('kind'),
            render: ({ subject }) => (
              <span class="line">
                {say(subject.kind)}
                {isErased(subject) ? <Badge tone="good">{say('erased')}</Badge> : null}
              </span>
            ),
          },
        ]}
        renderActions={({ subject }) =>
          isErased(subject) ? null : (
            <>
              <Button disabled={disabled} onClick={() => onDownload(subject)}>
                {say('downloadThis')}
                <span class="visually-hidden">: {subject.value}</span>
              </Button>{' '}
              <Button disabled={disabled} onClick={() => onErase(subject)}>
                {say('eraseThis')}
                <span class="visually-hidden">: {subject.value}</span>
              </Button>
            </>
          )
        }
      />
    </section>
  );
}
