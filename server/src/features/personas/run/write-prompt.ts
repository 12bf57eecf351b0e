import type { ChatMessage } from '../../../platform/models/chat-model.ts';
import { cutToTokens } from '../../../platform/models/count-tokens.ts';
import type { TaskRow, StepRow } from '../tasks/tasks.sql.ts';
import type { Plan } from '../plan.ts';
import type { Turn, TurnCall } from './turns.sql.ts';

/** Maximum tokens of earlier steps' results given to a step; each step has a fair share of them. */
const resultsTokens = 24_000;
/** Maximum tokens of tool results in a model call; the oldest are shortened first. */
const outcomesTokens = 48_000;
const shortOutcome = 400;

/** The model's prompt before a step: its role, the task, the results so far, and the step. */
export function writePrompt(task: TaskRow, steps: readonly StepRow[], current: StepRow): ChatMessage[] {
  const { plan } = task;
  const system = [plan.systemPrompt.trim(), describeWork(plan)].filter((part) => part !== '').join('\n\n');
  const user = [
    ...describeTask(task),
    `## Procedure\n\n${steps.map((step) => `${step.index + 1}. ${step.title}${markOf(step, current)}`).join('\n')}`,
    ...describeResults(steps, current),
    `## Now: step ${current.index + 1} of ${steps.length}\n\n${current.title}`,
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: user.join('\n\n') },
  ];
}

/** The model's prompt for a deliverable that is missing after the last step. */
export function writeRepairPrompt(
  task: TaskRow,
  steps: readonly StepRow[],
  { name, description, type }: Plan['deliverables'][number],
): ChatMessage[] {
  const form = type === 'csv' ? 'CSV with a header row and at least one row of data' : 'Markdown';
  const user = [
    ...describeTask(task),
    ...describeResults(steps, undefined),
    `## Now\n\nThe deliverable "${name}" is missing. ${description}\n\nWrite it from the results above. Answer with its
content alone, as ${form}, with nothing before or after it.`,
  ];
  return [
    ...(task.plan.systemPrompt.trim() === ''
      ? []
      : [{ role: 'system' as const, content: task.plan.systemPrompt.trim() }]),
    { role: 'user', content: user.join('\n\n') },
  ];
}

/** A step's turns as the model sees them: its text and calls, and the result of each call. */
export function writeTurns(turns: readonly Turn[]): ChatMessage[] {
  let tokensLeft = outcomesTokens;
  const written = turns.toReversed().map((turn): ChatMessage[] => {
    const refused = turn.refused.map(({ id, name }) => ({ id, name, arguments: {} }));
    const calls = turn.calls.map(({ id, name, arguments: input }) => ({ id, name, arguments: input }));
    const answers = turn.calls.map((call): ChatMessage => {
      const whole = writeOutcome(call);
      // A token is at least one character of this text, so its length bounds them well enough.
      const content = tokensLeft > 0 ? whole : cutToTokens(whole, shortOutcome);
      tokensLeft -= Math.ceil(content.length / 4);
      return { role: 'tool', tool_call_id: call.id, content };
    });
    return [
      { role: 'assistant', content: turn.content, tool_calls: [...calls, ...refused] },
      ...answers,
      ...turn.refused.map(({ id, content }): ChatMessage => ({ role: 'tool', tool_call_id: id, content })),
    ];
  });
  return written.toReversed().flat();
}

function writeOutcome({ result }: TurnCall): string {
  return result?.content ?? 'The call was not finished.';
}

function describeWork({ personaName, deliverables }: Plan): string {
  const parts = [
    `You work as "${personaName}" on a task that follows a fixed procedure, one step at a time. Do the current step and
no other. End it with its result as Markdown text: later steps know nothing of this one but that text. Base it on the
inputs, the earlier results and what your tools answer, and say so where something could not be found out.`,
    'A person may have to approve a call of a tool. Where one was rejected, take the comment into account.',
  ];
  if (deliverables.length > 0) {
    const list = deliverables.map(
      ({ name, type, description, guaranteed }) =>
        `- "${name}" (${type}${guaranteed ? ', required' : ''})${description === '' ? '' : `: ${description}`}`,
    );
    parts.push(
      `The task brings these deliverables. Write each with write_deliverable once its content is ready:\n${list.join('\n')}`,
    );
  }
  return parts.join('\n\n');
}

function describeTask(task: TaskRow): string[] {
  const inputs = task.plan.inputFields.flatMap(({ name, label }) => {
    if (!Object.hasOwn(task.structured_inputs, name)) return [];
    const value = task.structured_inputs[name];
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
    return [`- ${label}: ${text.includes('\n') ? `\n${text}` : text}`];
  });
  return [`# Task: ${task.task_title}`, ...(inputs.length === 0 ? [] : [`## Inputs\n\n${inputs.join('\n')}`])];
}

function describeResults(steps: readonly StepRow[], current: StepRow | undefined): string[] {
  const done = steps.filter((step) => step.index < (current?.index ?? steps.length) && (step.output ?? '') !== '');
  if (done.length === 0) return [];
  const share = Math.floor(resultsTokens / done.length);
  const sections = done.map(
    (step) => `### Step ${step.index + 1}: ${step.title}\n\n${cutToTokens(step.output ?? '', share)}`,
  );
  return [`## Results so far\n\n${sections.join('\n\n')}`];
}

function markOf(step: StepRow, current: StepRow): string {
  if (step.index === current.index) return ' (now)';
  if (step.status === 'skipped') return ' (skipped)';
  return step.index < current.index ? ' (done)' : '';
}
