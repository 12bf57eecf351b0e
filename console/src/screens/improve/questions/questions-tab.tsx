import type { QuestionGroup } from '@portico/shared-types/api/insights';
import { MessageCircleQuestion } from 'lucide-react';
import { useLocation } from 'wouter';
import { useQuestions } from '../../../data/insights.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Select } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { ChatFilter } from '../chat-filter.tsx';
import { improveTexts } from '../texts.ts';
import { QuestionPanel } from './question-panel.tsx';
import { useAddresses } from '../../../ui/use-addresses.ts';

const states = ['unanswered', 'unsure', 'answered', 'dismissed'] as const;
const tones = {
  unanswered: 'bad',
  unsure: 'wait',
  answered: 'good',
  dismissed: 'plain',
} satisfies Record<QuestionGroup['state'], Tone>;

/** Similar unanswered questions, most frequent first, and the open group. */
export function QuestionsTab({ opened }: { opened: string | undefined }) {
  const say = useTexts(improveTexts);
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { query, page, setPage, setFilter } = useListState();
  const { state = '', interface: interfaceId = '' } = query;
  const list = useQuestions({ page, state, interface_id: interfaceId });
  const addressOf = useAddresses('/improve', '/improve/questions');
  const isFiltered = state !== '' || interfaceId !== '';
  return (
    <div class="stack">
      <div class="toolbar">
        <Select
          aria-label={say('state')}
          value={state}
          onValue={(value) => setFilter('state', value)}
          options={[{ value: '', label: say('open') }, ...states.map((value) => ({ value, label: say(value) }))]}
        />
        <ChatFilter value={interfaceId} onValue={(value) => setFilter('interface', value)} />
      </div>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={6} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState
              icon={MessageCircleQuestion}
              title={say(isFiltered ? 'noneOfThese' : 'noQuestions')}
              {...(isFiltered ? {} : { text: say('noQuestionsText') })}
            />
          ) : (
            <>
              <DataTable
                label={say('questions')}
                rows={data}
                current={opened}
                href={({ id }) => addressOf(id)}
                columns={[
                  { title: say('question'), render: ({ question }) => <bdi>{question}</bdi> },
                  { title: say('asked'), align: 'end', render: ({ count }) => formats.number(count) },
                  { title: say('state'), render: ({ state: is }) => <Badge tone={tones[is]}>{say(is)}</Badge> },
                  { title: say('lastAsked'), render: ({ last_asked_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {opened === undefined ? null : (
        <QuestionPanel
          key={opened}
          id={opened}
          listed={list.data?.data.find(({ id }) => id === opened)}
          onClose={() => navigate(addressOf())}
        />
      )}
    </div>
  );
}
