import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { exampleApproval } from '../task/example-approval.ts';
import type { OpenTask, Reading, TaskState } from '../task/open-task.ts';
import { loadMessages } from '../text/load-messages.ts';
import { createTexts, TextsContext } from '../text/texts.ts';
import { ApiError } from '../transport/api-error.ts';
import { TaskPage } from './task-page.tsx';

/** A task that waits for a decision about its first step. */
const task = {
  id: 'ins_1',
  personaName: 'Note taker',
  taskTitle: 'Notes on the harbour',
  status: 'awaiting_approval',
  canDecide: true,
  costCredits: 0,
  maxCostCredits: 100,
  startedAt: null,
  completedAt: null,
  progress: {
    percent: 0,
    currentStep: 0,
    steps: [
      { index: 0, title: 'Collect the notes', status: 'pending', output: null },
      { index: 1, title: 'Write them up', status: 'pending', output: null },
    ],
  },
  approvals: [{ ...exampleApproval, title: 'Step 1: Collect the notes' }],
} as unknown as LinkedPersonaInstance;

let place: HTMLElement;
afterEach(() => {
  render(null, place);
  place.remove();
});

type Acts = Partial<Pick<OpenTask, 'decide' | 'refresh'>>;

async function show(locale: 'en' | 'ar', acts: Acts = {}) {
  const reading = signal<Reading>('read');
  const state = signal<TaskState | null>({ task, deliverables: [] });
  const becomeDecided = (status: 'approved' | 'expired' = 'approved') => {
    const decidedBy = status === 'expired' ? null : 'link';
    const approvals = task.approvals.map((approval) => ({ ...approval, status, decidedBy }));
    state.value = { task: { ...task, status: 'running', approvals }, deliverables: [] };
  };
  const opened: OpenTask = {
    reading,
    state,
    isInterrupted: signal(false),
    refresh: async () => undefined,
    decide: async () => undefined,
    ...acts,
  };
  place = document.body.appendChild(document.createElement('div'));
  const texts = createTexts(locale, await loadMessages(locale));
  render(
    <TextsContext.Provider value={texts}>
      <TaskPage opened={opened} />
    </TextsContext.Provider>,
    place,
  );
  const setApprovals = (...ids: string[]) => {
    const approvals = ids.map((id) => ({ ...exampleApproval, id }));
    state.value = { task: { ...task, approvals }, deliverables: [] };
  };
  return { reading, becomeDecided, setApprovals };
}

function type(name: string, text: string): void {
  const box = place.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`);
  if (box === null) throw new Error(`${name} has no box`);
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

const submit = () =>
  place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

const textOf = (selector: string) => place.querySelector(selector)?.textContent;

test('a step that waits for a decision is named in the reader’s language', async () => {
  await show('ar');
  expect(textOf('h3')).toBe('الخطوة 1: Collect the notes');
  expect(textOf('[data-status]')).toContain('الخطوة 1');
  expect(place.textContent).not.toContain('Step');
});

test('the step that waits for a decision is marked as the current one', async () => {
  await show('en');
  expect(textOf('[aria-current=step] .step-state')).toBe('Waiting');
  expect(place.querySelectorAll('[aria-current=step]')).toHaveLength(1);
});

test('once its link is no longer valid, the page says what to do and offers no decision', async () => {
  const { reading } = await show('en');
  expect(place.querySelectorAll('form button')).toHaveLength(2);
  place.querySelector('textarea')?.focus();
  reading.value = 'unknown';
  await expect.poll(() => textOf('[data-status]')).toContain('Please ask the person who sent it for a new one.');
  expect(place.querySelectorAll('form')).toHaveLength(0);
  // The progress up to then stays, and so does the place of the keyboard.
  expect(textOf('.step-title')).toBe('Collect the notes');
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('what was typed about an approval that somebody else decides stays on the page', async () => {
  const { becomeDecided } = await show('en');
  type('comment', 'Leave out the storms of May.');
  type('arguments', 'Collect the notes of June');
  becomeDecided();
  await expect.poll(() => place.querySelectorAll('form')).toHaveLength(0);
  const said = textOf('[role=alert]');
  expect(said).toContain('Step 1: Collect the notes');
  expect(said).toContain('This was decided already.');
  expect(said).toContain('Leave out the storms of May.');
  expect(said).toContain('Collect the notes of June');
});

test('an instruction that is not accepted is marked', async () => {
  const fields = [{ path: 'body.arguments.instruction', code: 'required' }];
  await show('en', { decide: async () => Promise.reject(new ApiError(400, 'must be the step’s text', fields)) });
  type('arguments', ' ');
  submit();
  await expect.poll(() => textOf('.approval-fault')).toContain('This was not accepted');
  const box = place.querySelector('textarea[name=arguments]');
  expect(box?.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(box);
});

test('what was typed about an approval that expires is not said to be decided', async () => {
  const { becomeDecided } = await show('en');
  type('comment', 'Leave out the storms of May.');
  becomeDecided('expired');
  await expect.poll(() => textOf('[role=alert]')).toContain('Expired');
  expect(textOf('[role=alert]')).not.toContain('decided already');
});

test('a decision that comes too late says so, with what was typed', async () => {
  const page = await show('en', {
    decide: async () => Promise.reject(new ApiError(400, 'the approval is approved already', [])),
    refresh: async () => page.becomeDecided(),
  });
  type('comment', 'Not yet.');
  submit();
  await expect.poll(() => textOf('[role=alert]')).toContain('This was decided already.');
  expect(place.querySelectorAll('form')).toHaveLength(0);
  expect(textOf('[role=alert]')).toContain('Not yet.');
});

test('an own decision is not late, even if its event arrives before its response', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const page = await show('en', { decide: async () => promise });
  type('comment', 'Go on.');
  submit();
  page.becomeDecided();
  await expect.poll(() => place.querySelectorAll('form')).toHaveLength(0);
  resolve(undefined);
  await promise;
  expect(place.querySelector('[role=alert]')).toBeNull();
});

const sleep = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a click that was aimed at another approval decides nothing, also if none was there for a moment', async () => {
  const decided: string[] = [];
  const { setApprovals } = await show('en', { decide: async (id) => void decided.push(id) });
  const approve = (detail: number) =>
    place
      .querySelector('form button')
      ?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
  const showOnly = async (id: string) => {
    setApprovals();
    await expect.poll(() => place.querySelector('form')).toBeNull();
    await sleep(700);
    setApprovals(id);
    await expect.poll(() => place.querySelector('form h3')?.id).toBe(`title-${id}`);
  };
  await showOnly('apr_2');
  approve(1);
  expect(decided).toEqual([]);
  // A key is pressed at what has the focus, which moves to the heading.
  approve(0);
  await expect.poll(() => decided).toEqual(['apr_2']);
  await showOnly('apr_3');
  await sleep(700);
  approve(1);
  await expect.poll(() => decided).toEqual(['apr_2', 'apr_3']);
});
