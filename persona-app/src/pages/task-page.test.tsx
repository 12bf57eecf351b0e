import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { exampleApproval } from '../task/example-approval.ts';
import type { OpenTask, Reading, TaskState } from '../task/open-task.ts';
import { loadMessages } from '../text/load-messages.ts';
import { createTexts, TextsContext } from '../text/texts.ts';
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

async function show(locale: 'en' | 'ar'): Promise<{ reading: ReturnType<typeof signal<Reading>> }> {
  const reading = signal<Reading>('read');
  const opened: OpenTask = {
    reading,
    state: signal<TaskState | null>({ task, deliverables: [] }),
    isInterrupted: signal(false),
    refresh: async () => undefined,
    decide: async () => undefined,
  };
  place = document.body.appendChild(document.createElement('div'));
  const texts = createTexts(locale, await loadMessages(locale));
  render(
    <TextsContext.Provider value={texts}>
      <TaskPage opened={opened} />
    </TextsContext.Provider>,
    place,
  );
  return { reading };
}

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
