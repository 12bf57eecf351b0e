import type { AnsweredQuestion, QuestionGroup } from '@portico/shared-types/api/insights';
import { useState } from 'preact/hooks';
import { useDismissQuestion, useQuestion } from '../../../data/insights.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { improveTexts } from '../texts.ts';
import { AnswerForm } from './answer-form.tsx';
import { NewReply } from './new-reply.tsx';

interface QuestionPanelProps {
  id: string;
  /** The group, if it is on the loaded page of the list. */
  listed: QuestionGroup | undefined;
  onClose: () => void;
}

/** One group: its wordings, its answer, and the reply that visitors get afterwards. */
export function QuestionPanel({ id, listed, onClose }: QuestionPanelProps) {
  const say = useTexts(improveTexts);
  const question = useQuestion(id, listed);
  return (
    <Dialog open side onClose={onClose} title={question.data?.question ?? say('question')}>
      <Loaded query={question}>{(group) => <QuestionDetails group={group} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function QuestionDetails({ group, onClose }: { group: QuestionGroup; onClose: () => void }) {
  const say = useTexts(improveTexts);
  const formats = useFormats();
  const explain = useErrorText();
  const toaster = useToaster();
  const canAnswer = useCan('knowledge-bases:write');
  const isShown = useIsShown();
  const dismiss = useDismissQuestion(group.id, {
    onDone: () => {
      toaster.done(say('dismissedNow'));
      if (isShown()) onClose();
    },
    onFailed: (error) => toaster.failed(explain(error)),
  });
  const [answered, setAnswered] = useState<AnsweredQuestion>();
  const isOpen = group.state === 'unanswered' || group.state === 'unsure';
  const others = group.examples.filter((example) => example !== group.question);
  return (
    <>
      <Facts
        facts={[
          [say('asked'), formats.number(group.count)],
          [say('state'), say(answered?.question.state ?? group.state)],
          [say('lastAsked'), <Time key="last" at={group.last_asked_at} />],
        ]}
      />
      {others.length === 0 ? null : (
        <section class="stack-tight">
          <h3>{say('alsoAsked')}</h3>
          <ul class="examples">
            {others.map((example) => (
              <li key={example}>
                <bdi>{example}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answered === undefined ? null : <NewReply answered={answered} />}
      {answered === undefined && isOpen && canAnswer ? (
        <AnswerForm group={group} onAnswered={setAnswered}>
          <Button look="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {say('dismiss')}
          </Button>
        </AnswerForm>
      ) : null}
    </>
  );
}
