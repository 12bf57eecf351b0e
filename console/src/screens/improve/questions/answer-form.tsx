import type { AnsweredQuestion, QuestionGroup } from '@portico/shared-types/api/insights';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { readStored, writeStored } from '../../../app/stored.ts';
import { agents } from '../../../data/agents.ts';
import { useAnswerQuestion } from '../../../data/insights.ts';
import { knowledgeBases } from '../../../data/knowledge-bases.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Field, Select, TextArea } from '../../../ui/field.tsx';
import { toOptions } from '../../../ui/to-options.ts';
import { improveTexts } from '../texts.ts';

interface AnswerFormProps {
  group: QuestionGroup;
  onAnswered: (answered: AnsweredQuestion) => void;
  children: ComponentChildren;
}

/** Writes an answer into a base. Unsaved text is stored in this tab. */
export function AnswerForm({ group, onAnswered, children }: AnswerFormProps) {
  const say = useTexts(improveTexts);
  const answer = useAnswerQuestion(group.id);
  const draftName = `draft:questions/${group.id}`;
  const [content, setContent] = useState(() => textOf(readStored('session', draftName)));
  const [chosen, setChosen] = useState(() => textOf(readStored('local', lastBaseName)));
  const list = knowledgeBases.useAll();
  const bases = list.data ?? [];
  const readers = agents.useAll({ enabled: useCan('agents:read') });
  // Visitors read an answer only if an agent uses its base.
  const used = new Set(readers.data?.flatMap((agent) => agent.knowledge_base_ids));
  const usual = readers.isLoading ? undefined : (bases.find(({ id }) => used.has(id)) ?? bases[0]);
  const baseId = (bases.find(({ id }) => id === chosen) ?? usual)?.id ?? '';
  const type = (text: string) => {
    setContent(text);
    writeStored('session', draftName, text === '' ? null : text);
  };
  const send = () =>
    answer.mutate(
      { knowledge_base_id: baseId, content: content.trim() },
      {
        onSuccess: (answered) => {
          writeStored('session', draftName, null);
          writeStored('local', lastBaseName, baseId);
          onAnswered(answered);
        },
      },
    );
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
        if (content.trim() !== '' && baseId !== '') send();
      }}
    >
      <Field label={say('answer')} help={say('answerHelp')}>
        {(links) => <TextArea {...links} rows={6} value={content} onValue={type} maxLength={50_000} />}
      </Field>
      <Field label={say('base')}>
        {(links) => <Select {...links} value={baseId} onValue={setChosen} options={toOptions(bases)} />}
      </Field>
      <Failure error={answer.error} />
      {answer.isPending ? (
        <p class="soft" role="status">
          {say('asking')}
        </p>
      ) : null}
      <div class="line line-end">
        {children}
        <Button type="submit" look="primary" busy={answer.isPending} disabled={content.trim() === '' || baseId === ''}>
          {say('saveAnswer')}
        </Button>
      </div>
    </form>
  );
}

/** By default an answer goes to the same base as the last one, and the first one to a base that an agent uses. */
const lastBaseName = 'answers-base';

function textOf(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
}
