import type { AnsweredQuestion, QuestionGroup } from '@portico/shared-types/api/insights';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { readStored, writeStored } from '../../../app/stored.ts';
import { agents } from '../../../data/agents.ts';
import { useAnswerQuestion } from '../../../data/insights.ts';
import { maxItems } from '../../../data/read-all.ts';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { useCan } from '../../../data/session.ts';
import { useStoredText } from '../../../form/use-stored-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Failure } from '../../../ui/failure.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { ItemSelect } from '../../../ui/item-select.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { improveTexts } from '../texts.ts';

interface AnswerFormProps {
  group: QuestionGroup;
  onAnswered: (answered: AnsweredQuestion) => void;
  children: ComponentChildren;
}

/** Writes an answer into a base, also if the form is left in the meantime. Unsaved text is stored in this tab. */
export function AnswerForm({ group, onAnswered, children }: AnswerFormProps) {
  const say = useTexts(improveTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const isShown = useIsShown();
  const [content, setContent, clearContent] = useStoredText(`questions/${group.id}`);
  const question = startOf(group.question, maxTitle);
  const answer = useAnswerQuestion(group.id, {
    onDone: (answered, sent) => {
      clearContent(sent.content);
      writeStored('local', lastBaseName, sent.knowledge_base_id);
      if (isShown()) onAnswered(answered);
      else toaster.done(say('answerSaved', { question }));
    },
    onFailed: (error) => {
      if (!isShown()) toaster.failed(say('answerNotSaved', { question, reason: explain(error) }));
    },
  });
  const [last] = useState(() => textOf(readStored('local', lastBaseName)));
  const [chosen, setChosen] = useState('');
  const list = knowledgeBases.useAll();
  const bases = list.data ?? [];
  const readers = agents.useAll({ enabled: useCan('agents:read') });
  // Visitors read an answer only if an agent uses its base.
  const used = new Set(readers.data?.flatMap((agent) => agent.knowledge_base_ids));
  const usual = readers.isLoading ? undefined : (bases.find(({ id }) => used.has(id)) ?? bases[0]);
  const known = (baseId: string) => bases.find(({ id }) => id === baseId);
  // Of a list that is too long to be read as a whole, one was found by its name.
  const isFound = chosen !== '' && bases.length >= maxItems;
  const baseId = isFound ? chosen : ((known(chosen) ?? known(last) ?? usual)?.id ?? '');
  // Until the usual base is known, another one can be chosen.
  const isAwaited = baseId === '' && bases.length > 0;
  const awaited = isAwaited ? { value: '', label: sayUi('loading') } : undefined;
  if (list.data !== undefined && bases.length === 0) {
    return (
      <div class="stack">
        <p>{say('noBase')}</p>
        <div>
          <LinkButton href="/knowledge?new=1">{say('makeBase')}</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank(content) && baseId !== '') answer.mutate({ knowledge_base_id: baseId, content });
      }}
    >
      <Field label={say('answer')} help={say('answerHelp')}>
        {(links) => <TextArea {...links} rows={6} value={content} onValue={setContent} maxLength={50_000} />}
      </Field>
      <Field label={say('base')}>
        {(links) => (
          <ItemSelect
            {...links}
            query={list}
            resource={knowledgeBases}
            none={awaited}
            value={baseId}
            onValue={setChosen}
          />
        )}
      </Field>
      <Failure error={answer.error} />
      {answer.isPending ? (
        <p class="soft" role="status">
          {say('asking')}
        </p>
      ) : null}
      <div class="line line-end">
        {children}
        <Button type="submit" look="primary" busy={answer.isPending} disabled={isBlank(content) || baseId === ''}>
          {say('saveAnswer')}
        </Button>
      </div>
    </form>
  );
}

/** Characters of a question in a message. */
const maxTitle = 80;

/** By default an answer goes to the same base as the last one, and the first one to a base that an agent uses. */
const lastBaseName = 'answers-base';

function textOf(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
}
