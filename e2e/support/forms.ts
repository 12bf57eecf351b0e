import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { FormSubmissionRecord, WorkflowCreate } from '@portico/shared-types';
import type { Model } from './model.ts';
import { openClient } from './open-client.ts';
import type { RunningServer } from './server.ts';

/** A form interface of the server under test, created for one test. */
export type TestForm = {
  id: string;
  slug: string;
  /** The address of its page. */
  url: string;
  /** The address of its public endpoints. */
  api: string;
  /** Its submissions as the operator reads them, newest first. */
  submissions: () => Promise<SubmissionRecord[]>;
};

export type SubmissionRecord = FormSubmissionRecord;

/** The behaviour of the workflow behind a form. */
export type Workflow = { nodes: object[]; edges?: object[]; outputs?: Record<string, string> };

/** Outputs a text, which may be a template over the inputs. */
export const answering = (text: string): Workflow => ({
  nodes: [{ id: 'write', type: 'template', config: { text } }],
  outputs: { output: '{{ nodes.write.outputs.text }}' },
});

/** Calls the model double, whose response the test controls (`model.hold()`). */
export const asking = (model: Model): Workflow => ({
  nodes: [{ id: 'write', type: 'llm', config: { model: model.name, prompt: '{{ inputs.message }}' } }],
  outputs: { output: '{{ nodes.write.outputs.text }}' },
});

let made = 0;

/** Creates a form for a new workflow; it accepts files and addresses unless `settings` say otherwise. */
export async function makeForm(
  portico: RunningServer,
  workflow: Workflow,
  settings: Record<string, unknown> = {},
): Promise<TestForm> {
  made += 1;
  const name = `Harbour office ${process.pid} ${made}`;
  const client = openClient(portico);
  // The server validates the test's workflow.
  const definition = workflow as WorkflowCreate['definition'];
  const { id: workflowId } = await client.workflows.create({ name, definition });
  const { id, slug } = await client.formInterfaces.create({
    name,
    title: 'Ask the harbour office',
    target_type: 'workflow',
    workflow_id: workflowId,
    allow_file_upload: true,
    allow_url_input: true,
    limits: roomyLimits,
    ...settings,
  });
  return {
    id,
    slug,
    url: `${portico.url}/forms/${slug}`,
    api: `${portico.url}/api/public/form-interfaces/${slug}`,
    submissions: async () => (await client.formInterfaces.listSubmissions(id)).data,
  };
}

/** Creates a form, opens its page, writes a message and submits it. */
export async function sendForm(
  page: Page,
  portico: RunningServer,
  workflow: Workflow,
  message: string,
  settings: Record<string, unknown> = {},
): Promise<void> {
  await page.goto((await makeForm(portico, workflow, settings)).url);
  await messageBox(page).fill(message);
  await submitButton(page).click();
}

// All visitors have one address; the tests of the limits set their own.
const roomyLimits = { uploads_per_minute: 10_000, submissions_per_minute: 10_000, queries_per_minute: 10_000 };

/** A document that LibreOffice wrote from `e2e/fixtures/report.html`, or its source. */
export const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);

/** A file that a test gives to the page. */
export const textFile = (name: string, text: string, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

/** The file picker's input, which is hidden behind its button. */
export const picker = (page: Page): Locator => page.locator('input[type=file][multiple]');

/** The field of the message to the workflow, if the form gives it no other name. */
export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Your message' });

/** The row of a chosen file. */
export const fileRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Files to send' }).getByRole('listitem').filter({ hasText: name });

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit' });

/** The displayed output of the run. */
export const output = (page: Page): Locator => page.locator('.prose');

/** The step of a run that is marked as the current one. */
export const step = (page: Page): Locator => page.locator('[aria-current=step]');

/** The last announcement for screen readers. */
export const announcement = (page: Page): Locator => page.locator('body > [role=status]');

/** The submission as returned by the server, regardless of the page's state. */
export async function statusOf(origin: string, page: Page): Promise<{ executionStatus: string }> {
  const answer = await fetch(addressOf(origin, page));
  const { data } = (await answer.json()) as { data: { executionStatus: string } };
  return data;
}

/** Waits until everything in the page's submission is searchable; a question before may be answered from a part of it. */
export async function waitUntilSearchable(page: Page): Promise<void> {
  const address = `${addressOf(new URL(page.url()).origin, page)}/query`;
  const headers = { 'Content-Type': 'application/json' };
  await expect
    .poll(async () => {
      const response = await fetch(address, { method: 'POST', headers, body: '{"query":"x"}' });
      const { data } = (await response.json()) as { data: { partial?: true } };
      return data.partial ?? false;
    })
    .toBe(false);
}

/** The API's address of the submission that a page shows. */
function addressOf(origin: string, page: Page): string {
  const [, slug, id] = /forms\/([^/]+)\/s\/([^/?#]+)/.exec(page.url()) ?? [];
  return `${origin}/api/public/form-interfaces/${slug}/submissions/${id}`;
}
