import type { KnowledgeDocument } from '@portico/shared-types/api/knowledge-bases';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useDocument, useRefreshDocument, useRemoveDocument } from '../../data/documents.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { DocumentChunks } from './document-chunks.tsx';
import { DocumentState } from './document-state.tsx';
import { knowledgeTexts } from './texts.ts';

interface DocumentPanelProps {
  baseId: string;
  id: string;
  onClose: () => void;
}

export function DocumentPanel({ baseId, id, onClose }: DocumentPanelProps) {
  const say = useTexts(knowledgeTexts);
  const document = useDocument(baseId, id);
  return (
    <Dialog open side onClose={onClose} title={document.data?.name ?? say('documents')}>
      <Loaded query={document}>{(loaded) => <DocumentFacts document={loaded} onDeleted={onClose} />}</Loaded>
    </Dialog>
  );
}

function DocumentFacts({ document, onDeleted }: { document: KnowledgeDocument; onDeleted: () => void }) {
  const say = useTexts(knowledgeTexts);
  const formats = useFormats();
  const remove = useRemoveDocument(document.knowledge_base_id);
  const canWrite = useCan('knowledge-bases:write');
  const again = useRefreshDocument(document.knowledge_base_id, { onFailed: useReportFailure() });
  const [isDeleting, setDeleting] = useState(false);
  const source = { text: say('sourceText'), file: say('sourceFile'), url: document.url ?? '' }[document.source];
  return (
    <>
      <Facts
        facts={[
          [say('status'), <DocumentState key="state" document={document} />],
          [
            say('source'),
            document.url === null ? (
              source
            ) : (
              <a key="url" href={document.url} target="_blank" rel="noopener noreferrer" dir="ltr">
                {document.url}
              </a>
            ),
          ],
          [say('size'), document.file_size === null ? '–' : formats.bytes(document.file_size)],
          [say('passages'), formats.number(document.chunk_count)],
          [say('tokens'), formats.number(document.token_count)],
          [say('added'), <Time key="added" at={document.created_at} />],
        ]}
      />
      {canWrite ? (
        <div class="line">
          {document.source === 'url' ? (
            <Button icon={RefreshCw} busy={again.isPending} onClick={() => again.mutate(document.id)}>
              {say('fetchAgain')}
            </Button>
          ) : null}
          <Button icon={Trash2} onClick={() => setDeleting(true)}>
            {say('deleteDocument')}
          </Button>
        </div>
      ) : null}
      {document.chunk_count > 0 ? <DocumentChunks document={document} /> : null}
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteDocumentTitle', { name: document.name })}
        text={say('deleteDocumentText')}
        action={say('deleteDocument')}
        onConfirm={async () => {
          await remove.mutateAsync(document.id);
          onDeleted();
        }}
      />
    </>
  );
}
