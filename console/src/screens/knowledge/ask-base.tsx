import type { KnowledgeBase, QueryResult } from '@portico/shared-types/api/knowledge-bases';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import { isMarkdownFile } from '@portico/browser-kit/markdown/is-markdown-file';
import { Search } from 'lucide-react';
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { useAsk } from '../../data/documents.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { MarkdownText } from '../../ui/markdown-text.tsx';
import { knowledgeTexts } from './texts.ts';

/** By default an agent leaves out passages below this score. */
const defaultMinScore = 0.15;

/** Searches the base as an agent does, and shows the results with scores. */
export function AskBase({ base }: { base: KnowledgeBase }) {
  const say = useTexts(knowledgeTexts);
  const ask = useAsk(base.id);
  const [query, setQuery] = useState('');
  return (
    <div class="stack asking">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlank(query)) ask.mutate({ query: query.trim(), top_k: 8 });
        }}
      >
        <Field label={say('question')} help={say('askHelp')}>
          {(links) => (
            <div class="list-row">
              <TextInput
                {...links}
                type="search"
                placeholder={say('questionPlaceholder')}
                value={query}
                onValue={setQuery}
              />
              <Button type="submit" look="primary" icon={Search} busy={ask.isPending}>
                {say('ask')}
              </Button>
            </div>
          )}
        </Field>
      </form>
      <Failure error={ask.error} />
      {ask.data === undefined ? null : (
        <div class="stack" role="status">
          {ask.data.results.length === 0 ? <p class="soft">{say('noPassages')}</p> : null}
          {ask.data.results.map((result) => (
            <Passage key={result.id} baseId={base.id} result={result} />
          ))}
        </div>
      )}
    </div>
  );
}

function Passage({ baseId, result }: { baseId: string; result: QueryResult }) {
  const say = useTexts(knowledgeTexts);
  const formats = useFormats();
  const heading = result.metadata['heading'];
  return (
    <article class="card">
      <div class="line">
        <Link href={`/knowledge/${baseId}/documents/${result.document_id}`} dir="auto">
          {result.title}
        </Link>
        {typeof heading === 'string' ? <span class="meta grow">{heading}</span> : <span class="grow" />}
        {result.score < defaultMinScore ? <Badge>{say('weak')}</Badge> : null}
        <meter min={0} max={1} value={result.score} aria-label={formats.percent(result.score)} />
        <span class="passage-score">{formats.percent(result.score)}</span>
      </div>
      <div class="passage-content">
        <MarkdownText text={result.content} isWrapped={isMarkdownFile(result.document_name)} />
      </div>
    </article>
  );
}
