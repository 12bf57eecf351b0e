import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { FileText } from 'lucide-react';
import { useLocation } from 'wouter';
import { useDocuments } from '../../data/documents.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { FoundList } from '../../ui/found-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import { AddDocuments } from './add-documents.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { DocumentState } from './document-state.tsx';
import { knowledgeTexts } from './texts.ts';
import { useAddresses } from '../../ui/use-addresses.ts';

const states = ['queued', 'processing', 'ready', 'failed'] as const;

/** The documents of a base, the ways to add more, and the open one. */
export function DocumentsTab({ base, opened }: { base: KnowledgeBase; opened: string | undefined }) {
  const say = useTexts(knowledgeTexts);
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { query, page, search, sort, setFilter } = useListState();
  const status = query['status'] ?? '';
  const list = useDocuments(base.id, { page, status, search, sort });
  const addressOf = useAddresses(`/knowledge/${base.id}`, `/knowledge/${base.id}/documents`);
  const filter = (
    <Select
      aria-label={say('status')}
      value={status}
      onValue={(value) => setFilter('status', value)}
      options={[{ value: '', label: say('all') }, ...states.map((value) => ({ value, label: say(value) }))]}
    />
  );
  const empty =
    status === '' ? (
      <EmptyState icon={FileText} title={say('noDocuments')} text={say('noDocumentsText')} />
    ) : (
      <p class="soft">{say('noneOfStatus')}</p>
    );
  return (
    <div class="stack">
      {useCan('knowledge-bases:write') ? <AddDocuments baseId={base.id} /> : null}
      <FoundList query={list} lines={5} filters={filter} isFiltered={status !== ''} empty={empty}>
        {(rows) => (
          <DataTable
            label={say('documents')}
            rows={rows}
            current={opened}
            href={({ id }) => addressOf(id)}
            columns={[
              { title: say('name'), sort: 'name', render: ({ name }) => <span dir="auto">{name}</span> },
              { title: say('status'), render: (document) => <DocumentState document={document} /> },
              {
                title: say('passages'),
                align: 'end',
                render: ({ chunk_count: count }) => formats.number(count),
              },
              {
                title: say('size'),
                align: 'end',
                minor: true,
                render: ({ file_size: size }) => (size === null ? '' : formats.bytes(size)),
              },
              { title: say('added'), sort: '-created_at', render: ({ created_at: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </FoundList>
      {opened === undefined ? null : (
        <DocumentPanel baseId={base.id} id={opened} onClose={() => navigate(addressOf())} />
      )}
    </div>
  );
}
