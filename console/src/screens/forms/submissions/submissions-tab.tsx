import type { FormInterface, FormSubmissionRecord } from '@portico/shared-types/api/form-interfaces';
import { Inbox } from 'lucide-react';
import { useLocation } from 'wouter';
import { useWaitingExecutions } from '../../../data/executions.ts';
import { useSubmissions } from '../../../data/forms.ts';
import { listAnswers, useAnswerText } from '../../../form/inputs/use-answer-text.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ExportLink } from '../../../ui/export-link.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { startOf } from '../../../ui/format-json.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PeriodFields } from '../../../ui/period-fields.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Time } from '../../../ui/time.tsx';
import { usePeriodQuery } from '../../../ui/use-period-query.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { formTexts } from '../texts.ts';
import { SubmissionPanel } from './submission-panel.tsx';
import { SubmissionState } from './submission-state.tsx';
import { useAddresses } from '../../../ui/use-addresses.ts';

const states = ['submitted', 'processing', 'running', 'completed', 'failed'] as const;

/** Characters of a submission in the list. */
const maxSummary = 300;

/** The submissions, newest first, and the open one. */
export function SubmissionsTab({ form, opened }: { form: FormInterface; opened: string | undefined }) {
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { query, page, setPage, setFilter } = useListState();
  const { from = '', to = '', status = '', q = '' } = query;
  const { period, isKnown } = usePeriodQuery(query);
  const list = useSubmissions(form.id, { page, ...period, status, q }, isKnown);
  const isAnyRunning = list.data?.data.some(({ execution_status: now }) => now === 'running') === true;
  const waiting = useWaitingExecutions(form.workflow_id, isAnyRunning);
  const write = useAnswerText();
  const summaryOf = ({ message, inputs }: FormSubmissionRecord) =>
    startOf(
      message === ''
        ? listAnswers(form.fields, inputs)
            .map((answer) => `${answer.label}: ${startOf(write(answer), maxSummary).replaceAll('\n', ', ')}`)
            .join(' · ')
        : message,
      maxSummary,
    );
  const addressOf = useAddresses(`/forms/${form.id}/submissions`);
  return (
    <div class="stack">
      <div class="toolbar">
        <SearchInput
          class="toolbar-low"
          label={say('findSubmissions')}
          value={q}
          onValue={(text) => setFilter('q', text)}
        />
        <ChoiceFilter
          label={say('status')}
          options={states.map((value) => ({ value, label: say(value === 'running' ? 'runningOrWaiting' : value) }))}
          value={status}
          onValue={(value) => setFilter('status', value)}
        />
        <PeriodFields from={from} to={to} onFilter={setFilter} />
        <ExportLink
          path={`/api/v1/form-interfaces/${form.id}/submissions/export`}
          filters={{ ...period, status, q, columns: 'labels' }}
        />
      </div>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ data, pagination }) =>
          data.length === 0 && Object.keys(query).length === 0 ? (
            <EmptyState icon={Inbox} title={say('noSubmissions')} text={say('noSubmissionsText')} />
          ) : (
            <>
              {data.length === 0 ? <p class="soft">{sayUi('noneFound')}</p> : null}
              <DataTable
                label={say('submissions')}
                rows={data}
                current={opened}
                href={({ id }) => addressOf(id)}
                columns={[
                  {
                    title: say('what'),
                    render: (submission) => <span dir="auto">{summaryOf(submission)}</span>,
                  },
                  {
                    title: say('status'),
                    render: (submission) => (
                      <SubmissionState submission={submission} isWaiting={waiting.has(submission.execution_id ?? '')} />
                    ),
                  },
                  { title: say('files'), align: 'end', render: ({ files }) => formats.number(files.length) },
                  { title: say('sent'), render: ({ submitted_at: at }) => <Time at={at} /> },
                ]}
              />
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {opened === undefined ? null : (
        <SubmissionPanel
          key={opened}
          form={form}
          id={opened}
          listed={list.data?.data.find(({ id }) => id === opened)}
          onClose={() => navigate(addressOf())}
        />
      )}
    </div>
  );
}
