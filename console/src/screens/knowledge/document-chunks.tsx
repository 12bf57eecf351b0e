import type { KnowledgeDocument } from '@portico/shared-types/api/knowledge-bases';
import { isMarkdownFile } from '@portico/browser-kit/markdown/is-markdown-file';
import { useState } from 'preact/hooks';
import { useChunks } from '../../data/documents.ts';
import { useTexts } from '../../text/use-texts.ts';
import { MarkdownText } from '../../ui/markdown-text.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { knowledgeTexts } from './texts.ts';

/** The indexed passages of a document. */
export function DocumentChunks({ document }: { document: KnowledgeDocument }) {
  const say = useTexts(knowledgeTexts);
  const [page, setPage] = useState(1);
  const chunks = useChunks(document.knowledge_base_id, document.id, page, document.chunk_count > 0);
  return (
    <section class="stack" aria-label={say('passages')}>
      <h3>{say('passages')}</h3>
      <Loaded query={chunks} skeleton={<Skeleton kind="rows" />}>
        {({ data, pagination }) => (
          <>
            <ol class="stack">
              {data.map((chunk) => (
                <li key={chunk.id} class="card chunk">
                  <div class="line">
                    <span class="meta">{say('passageNumber', { number: chunk.index + 1 })}</span>
                    <bdi class="grow chunk-heading">{chunk.heading}</bdi>
                    <span class="meta">{say('tokenCount', { count: chunk.token_count })}</span>
                  </div>
                  <div class="chunk-content" dir="auto">
                    <MarkdownText text={chunk.content} isWrapped={isMarkdownFile(document.name)} />
                  </div>
                </li>
              ))}
            </ol>
            <Pager pagination={pagination} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}
