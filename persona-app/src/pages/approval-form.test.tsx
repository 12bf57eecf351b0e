import { languages } from '@portico/shared-types/languages/lists/languages';
import { signal } from '@preact/signals';
import type { PersonaApproval } from '@portico/shared-types/api/personas';
import { render } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { texts as english } from '@portico/shared-types/languages/en/persona';
import { exampleApproval as approval } from '../task/example-approval.ts';
import type { OpenTask, Reading, TaskState } from '../task/open-task.ts';
import { loadMessages } from '../text/load-messages.ts';
import { createTexts, TextsContext } from '../text/texts.ts';
import { ApiError } from '../transport/api-error.ts';
import { ApprovalForm } from './approval-form.tsx';

let place: HTMLElement;
afterEach(() => {
  render(null, place);
  place.remove();
});

/** Shows the form in this language. */
async function show(
  language: (typeof languages)[number],
  decide: OpenTask['decide'],
  shown: PersonaApproval = approval,
): Promise<HTMLFormElement | undefined> {
  const opened: OpenTask = {
    reading: signal<Reading>('read'),
    state: signal<TaskState | null>(null),
    isInterrupted: signal(false),
    refresh: async () => undefined,
    decide,
  };
  place = document.body.appendChild(document.createElement('div'));
  const texts = createTexts(language, await loadMessages(language));
  render(
    <TextsContext.Provider value={texts}>
      <ApprovalForm approval={shown} title={shown.title} canDecide opened={opened} />
    </TextsContext.Provider>,
    place,
  );
  return place.getElementsByTagName('form')[0];
}

const boxOf = (name: string) => place.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`);

function type(name: string, text: string): void {
  const box = boxOf(name);
  if (box === null) throw new Error(`${name} has no box`);
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The text of the page when a decision is refused with this response. */
async function refuse(language: (typeof languages)[number], error: Error): Promise<string> {
  const form = await show(language, async () => Promise.reject(error));
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const fault = () => place.querySelector('[role=alert]')?.textContent ?? '';
  await expect.poll(fault).not.toBe('');
  const said = fault();
  render(null, place);
  return said;
}

test.each(languages)('in %s, the reason why a decision is refused is translated', async (language) => {
  const inEnglish = 'Too many requests: 60 a minute are allowed. Try again in 35371 s.';
  const of = (code: string) => new ApiError(400, inEnglish, [{ path: 'body.comment', code }]);
  const said = [];
  for (const error of [
    of('too_long'),
    of('a_code_of_a_newer_server'),
    new ApiError(400, inEnglish),
    new ApiError(429, inEnglish),
    new TypeError('offline'),
  ]) {
    said.push(await refuse(language, error));
  }
  const [tooLong, unknown, decided, limited, offline] = said;
  expect(limited).toBe(offline);
  expect(new Set([tooLong, unknown, decided, limited]).size).toBe(4);
  for (const text of said) {
    // No text of the server, no path, no placeholder, and no number of seconds.
    expect(text).not.toMatch(/allowed|body\.|\{|\d/);
    if (language !== 'en') expect(Object.values<string>(english)).not.toContain(text);
  }
});

test('what was typed survives a reload until the decision is sent', async () => {
  await show('en', async () => undefined);
  type('comment', 'Only the notes of May');
  type('arguments', 'Collect the notes of May');
  render(null, place);
  place.remove();
  const form = await show('en', async () => undefined);
  expect(boxOf('comment')?.value).toBe('Only the notes of May');
  expect(boxOf('arguments')?.value).toBe('Collect the notes of May');
  expect(place.querySelector('details')?.open).toBe(true);
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await expect.poll(() => sessionStorage.length).toBe(0);
});

test('the argument that does not match the parameters of the tool is named', async () => {
  const error = new ApiError(400, 'refused', [{ path: 'body.arguments.lines[0].amount', code: 'invalid_type' }]);
  const form = await show('en', async () => Promise.reject(error), {
    ...approval,
    kind: 'action',
    arguments: { lines: [{ amount: 1 }] },
  });
  type('arguments', '{"lines": [{"amount": "1"}]}');
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toContain('“lines[0].amount”');
});

test('every argument that does not match the parameters of the tool is named', async () => {
  const fields = ['amount', 'currency'].map((name) => ({ path: `body.arguments.${name}`, code: 'invalid_type' }));
  const form = await show('en', async () => Promise.reject(new ApiError(400, 'refused', fields)), {
    ...approval,
    kind: 'action',
    arguments: { amount: 1, currency: 'EUR' },
  });
  type('arguments', '{"amount": "1", "currency": 2}');
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const fault = () => place.querySelector('[role=alert]')?.textContent;
  await expect.poll(fault).toContain('“amount”, “currency”: This can’t be accepted.');
});

test('arguments that are not JSON are marked, with the error as their description', async () => {
  const form = await show('en', async () => undefined, { ...approval, kind: 'action', arguments: { to: 'ada' } });
  type('arguments', '{to: ada}');
  form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await expect.poll(() => boxOf('arguments')?.getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(boxOf('arguments')?.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('The changed arguments are not a JSON object.');
});
