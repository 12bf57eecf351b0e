import type { KnowledgeDocument } from '@portico/shared-types/api/knowledge-bases';
import { useTexts } from '../../text/use-texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { documentFaultTexts, knowledgeTexts } from './texts.ts';

const tones = { queued: 'plain', processing: 'wait', ready: 'good', failed: 'bad' } satisfies Record<string, Tone>;

/** The state of a document, and why it failed. */
export function DocumentState({ document }: { document: KnowledgeDocument }) {
  const say = useTexts(knowledgeTexts);
  const sayFault = useTexts(documentFaultTexts);
  const { error } = document;
  return (
    <span class="line">
      <Badge tone={tones[document.status]}>{say(document.status)}</Badge>
      {error === null ? null : (
        <span class="meta document-reason">{isKnown(error.code) ? sayFault(error.code) : error.message}</span>
      )}
    </span>
  );
}

function isKnown(code: string): code is keyof typeof documentFaultTexts {
  return Object.hasOwn(documentFaultTexts, code);
}
