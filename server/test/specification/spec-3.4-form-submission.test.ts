import { describe, expect, it } from 'vitest';
import { call, eventually, readEvents } from '../client.ts';
import { makeForm } from './interfaces.ts';
import { approval, failure, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();

async function submit(form: { base: string }, body: object) {
  const { id, executionStatus } = await world.post(`${form.base}/submissions`, body, { key: null });
  const path = `${form.base}/submissions/${id}`;
  return {
    executionStatus,
    path,
    until: async (...statuses: string[]) =>
      eventually(async () => {
        const { data } = (await call(world.server, 'GET', path, { key: null })).body;
        return statuses.includes(data.executionStatus) ? data : undefined;
      }),
  };
}
const formOf = async (node: object) =>
  makeForm(world, { workflow_id: (await world.make('/workflows', workflowOf([node]))).id });

describe('Specification 3.4 Form submission lifecycle', () => {
  it('Submitted: the user submits', async () => {
    const submission = await submit(await makeForm(world), { message: 'Hi' });
    expect(submission.executionStatus).toBe('submitted');
    await submission.until('completed');
  });
  it('Processing: files and URLs are processed', async () => {
    let release = (): void => {};
    world.receiver.answer('/slow-page', (response) => {
      release = () => response.end('A page');
    });
    const submission = await submit(await makeForm(world), { urls: [`${world.receiver.url}/slow-page`] });
    await world.receiver.waitFor('/slow-page', 1);
    expect(await submission.until('processing')).toMatchObject({ output: null, executionId: null });
    release();
    await submission.until('completed');
  });
  it('Running: the workflow is executing', async () => {
    const submission = await submit(await formOf(approval), { message: 'Hi' });
    const running = await submission.until('running');
    expect(running).toMatchObject({ output: null, executionId: expect.stringMatching(/^exe_/) });
    await world.until(`/executions/${running.executionId}`, 'waiting');
    await world.make(`/executions/${running.executionId}/approvals/ask`, { decision: 'approve' });
    await submission.until('completed');
  });
  it('Completed: the results are ready', async () => {
    const submission = await submit(await makeForm(world), { message: 'Hi' });
    expect(await submission.until('completed')).toMatchObject({ output: 'Hi' });
  });
  it('Failed: an error occurred', async () => {
    const submission = await submit(await formOf(failure), { message: 'Hi' });
    const failed = await submission.until('failed');
    expect(failed).toMatchObject({ output: null, error: { code: expect.any(String), message: expect.any(String) } });
  });
  it('in that order', async () => {
    const form = await makeForm(world);
    const request = { key: null, form: fileForm('a.txt', 'Hello') };
    const { fileRef } = (await call(world.server, 'POST', `${form.base}/upload`, request)).body.data;
    const { path } = await submit(form, { message: 'Hi', files: [fileRef] });
    const events = (await readEvents(world.server, `${path}/events`, { key: null })).map(({ event }) => event);
    const states = ['submission:processing', 'submission:running', 'submission:completed'];
    expect([...new Set(events)].filter((event) => states.includes(event))).toEqual(states);
  });
});
