import { io } from 'socket.io-client';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { decideApproval, getTask, makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server, model } = await startWithDoubles();
beforeEach(() => {
  model.always({ text: 'Größe: 1 – “fine”\n\nand a second line.' });
});

/** The blocks of a stream as received, without `connected` and pings, up to `most` of them or the stream's end. */
async function readBlocks(id: string, after: number | undefined, most = Infinity): Promise<string[]> {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/personas/instances/${id}/events`, {
    headers: {
      'X-API-Key': server.apiKey,
      Accept: 'text/event-stream',
      ...(after === undefined ? {} : { 'Last-Event-ID': String(after) }),
    },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  const blocks: string[] = [];
  let rest = '';
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    rest += piece;
    const whole = rest.split('\n\n');
    rest = whole.pop() ?? '';
    blocks.push(...whole.filter((block) => /^id: /m.test(block)));
    if (blocks.length >= most) break;
  }
  stop.abort();
  return blocks.slice(0, most);
}

const idOf = (block: string): number => Number(/^id: (\d+)$/m.exec(block)?.[1]);

/** Follows a task with approve_all, approves each question, and disconnects after each event. */
async function startAsking(): Promise<string> {
  const persona = await makePersona(server, { autonomyLevel: 'approve_all', sopSteps: ['One', 'Two', 'Three'] });
  return (await startTask(server, persona.id)).id;
}

test('a stream that is interrupted and resumed after every event has the same bytes as an uninterrupted one', async () => {
  const id = await startAsking();
  const uncut = readBlocks(id, undefined);
  const pieces: string[] = [];
  for (;;) {
    const [next] = await readBlocks(id, pieces.length === 0 ? undefined : idOf(pieces.at(-1) ?? ''), 1);
    if (next === undefined) break;
    pieces.push(next);
    if (next.includes('persona:approval-required')) {
      const open = (await getTask(server, id)).approvals.find(({ status }: { status: string }) => status === 'pending');
      expect((await decideApproval(server, id, open.id, { decision: 'approve' })).status).toBe(200);
    }
    if (next.includes('event: persona:completed')) break;
  }
  // started, then for each step asked, decided, begun and done, then completed.
  expect(pieces).toHaveLength(1 + 3 * 4 + 1);
  expect(await uncut).toEqual(pieces);
  // The task has ended: the log contains the same, from its beginning and after each event.
  expect(await readBlocks(id, undefined)).toEqual(pieces);
  for (const [index, piece] of pieces.entries()) {
    expect(await readBlocks(id, idOf(piece))).toEqual(pieces.slice(index + 1));
  }
});

test('socket.io resumes after every event, too, while the task runs', async () => {
  const id = await startAsking();
  const received: [string, Record<string, unknown>][] = [];
  while (received.at(-1)?.[0] !== 'persona:completed') {
    const socket = io(`${server.url}/personas`, { auth: { api_key: server.apiKey }, forceNew: true });
    try {
      const next = new Promise<[string, Record<string, unknown>]>((resolve) => {
        socket.onAny((event: string, data: Record<string, unknown>) => {
          if (event !== 'connected') resolve([event, data]);
        });
      });
      const after = received.at(-1)?.[1]['event_id'];
      await socket.emitWithAck('subscribe', {
        instance_id: id,
        ...(after === undefined ? {} : { last_event_id: after }),
      });
      received.push(await next);
    } finally {
      socket.close();
    }
    if (received.at(-1)?.[0] !== 'persona:approval-required') continue;
    const approvalId = String(received.at(-1)?.[1]['id']);
    expect((await decideApproval(server, id, approvalId, { decision: 'approve' })).status).toBe(200);
  }
  const told = (await readBlocks(id, undefined)).map((block) => {
    const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null');
    return [/^event: (.*)$/m.exec(block)?.[1], { ...data, event_id: idOf(block) }];
  });
  expect(received).toEqual(told);
});

test('polling shows each step start and end, with its result', async () => {
  const persona = await makePersona(server, { sopSteps: ['One', 'Two'] });
  model.reply({ text: 'The first.' }, { text: 'The second.', delayMs: 4000 });
  const { id } = await startTask(server, persona.id);
  await expect
    .poll(async () => (await getTask(server, id)).progress.steps.map(({ status }: { status: string }) => status))
    .toEqual(['completed', 'running']);
  const half = await getTask(server, id);
  expect(half).toMatchObject({ status: 'running', progress: { percent: 50, currentStep: 1 } });
  expect(half.progress.steps[0]).toMatchObject({ output: 'The first.', completedAt: expect.any(String) });
  expect(half.progress.steps[1]).toMatchObject({ output: null, startedAt: expect.any(String), completedAt: null });
  const done = await waitFor(server, id, 'completed');
  expect(done.progress.steps[1].output).toBe('The second.');
  expect(Date.parse(done.completedAt)).toBeGreaterThanOrEqual(Date.parse(done.startedAt));
});

test('an Accept header that excludes the stream is a 400, an unknown task a 404', async () => {
  const persona = await makePersona(server);
  const { id } = await startTask(server, persona.id);
  const path = `/api/personas/instances/${id}/events`;
  const ask = async (headers: Record<string, string>) => (await call(server, 'GET', path, { headers })).status;
  expect(await ask({ Accept: 'application/json' })).toBe(400);
  await waitFor(server, id, 'completed');
  expect((await call(server, 'GET', '/api/personas/instances/ins_none/events')).status).toBe(404);
});
