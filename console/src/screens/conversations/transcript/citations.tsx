import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import { safeUrl } from '@portico/browser-kit/markdown/safe-url';
import type { Citation } from '@portico/shared-types/api/messages';
import { useLocation } from 'wouter';
import { ApiError } from '../../../api/api-error.ts';
import { useFindDocument } from '../../../data/documents.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { conversationTexts } from '../texts.ts';

/** The sources of a reply, with the numbers that its text contains. Each opens its page, or its document in the console. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  const say = useTexts(conversationTexts);
  if (citations.length === 0) return null;
  return (
    <ol class="said-sources" aria-label={say('sources')}>
      {citations.map((citation, index) => (
        <li key={citation.chunk_id}>
          <Source citation={citation} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function Source({ citation, number }: { citation: Citation; number: number }) {
  const say = useTexts(conversationTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const canRead = useCan('knowledge-bases:read');
  const { mutate, isPending } = useFindDocument();
  const { document_id: documentId, document_name: fileName, title, heading, quote } = citation;
  const url = safeUrl(citation.url ?? '');
  const shared = { class: 'said-file', title: [heading, quote].filter(Boolean).join('\n') };
  const label = (
    <>
      <span>{number}</span>
      <bdi>{stripBidiControls(title.trim() === '' ? fileName : title)}</bdi>
    </>
  );
  if (url !== null) {
    return (
      <a {...shared} href={url} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  }
  const open = () =>
    mutate(documentId, {
      onSuccess: ({ knowledge_base_id: baseId }) => navigate(`/knowledge/${baseId}/documents/${documentId}`),
      onError: (error) => {
        const isGone = error instanceof ApiError && error.status === 404;
        toaster.failed(isGone ? say('sourceGone') : explain(error));
      },
    });
  return (
    <button {...shared} type="button" disabled={!canRead || isPending} onClick={open}>
      {label}
    </button>
  );
}
