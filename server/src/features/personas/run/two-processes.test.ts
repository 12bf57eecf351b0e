import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, readEvents } from '../../../../test/client.ts';
import type { ModelServer } from '../../../../test/model-server/start-model-server.ts';
import { decideApproval, makePersona, sendTool, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import type { HitServer } from '../../../../test/hit-server.ts';
import { type Installation, openInstallation } from '../../../../test/installation.ts';
import type { SpawnedServer } from '../../../../test/spawn-server.ts';

const services = process.env['TEST_DATABASE_URL'] !== undefined;

// Only one process can use the embedded database; with real servers there are two.
describe.skipIf(!services)('two processes on one database', () => {
  let installation: Installation;
  let model: ModelServer;
  let outside: HitServer;
  let first: SpawnedServer;
  let second: SpawnedServer;

  beforeAll(async () => {
    installation = await openInstallation();
    ({ model, outside } = installation);
    first = await installation.start();
    second = await installation.start();
  }, 180_000);
  afterAll(async () => installation.close());
  beforeEach(() => {
    model.calls.length = 0;
    outside.hits.length = 0;
    model.always({ text: 'All done.' });
  });

  const mailing = async () =>
    makePersona(first, {
      sopSteps: ['Send the mail'],
      autonomyLevel: 'approve_high_risk',
      integrations: [sendTool(outside.url)],
    });

  it('of forty decisions through both of them only one counts, in every round', async () => {
    const persona = await mailing();
    for (let round = 0; round < 10; round += 1) {
      outside.hits.length = 0;
      model.reply({ toolCalls: [{ name: 'send_mail', arguments: { text: `round ${round}` } }] });
      const { id } = await startTask(round % 2 === 0 ? first : second, persona.id);
      const { approvals } = await waitFor(first, id, 'awaiting_approval');
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const decision = Math.floor(index / 2) % 2 === round % 2 ? 'approve' : 'reject';
          const server = index % 2 === 0 ? first : second;
          return { decision, ...(await decideApproval(server, id, approvals[0].id, { decision })) };
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(39);
      const task = await waitFor(second, id, 'completed');
      expect(task.approvals[0].status).toBe(winners[0]?.decision === 'approve' ? 'approved' : 'rejected');
      expect(outside.hits).toHaveLength(winners[0]?.decision === 'approve' ? 1 : 0);
    }
  });

  it('a cancel through one of them stops the model call of the other', async () => {
    const persona = await mailing();
    for (const [starts, cancels] of [
      [first, second],
      [second, first],
    ] as const) {
      model.calls.length = 0;
      model.reply({ text: 'one two three', hangAfter: 2 });
      const { id } = await startTask(starts, persona.id);
      await expect.poll(() => model.calls.length).toBe(1);
      expect((await call(cancels, 'POST', `/api/personas/instances/${id}/cancel`)).status).toBe(200);
      await expect.poll(() => model.calls[0]?.aborted).toBe(true);
      const events = await readEvents(starts, `/api/personas/instances/${id}/events`);
      expect(events.at(-1)?.event).toBe('persona:cancelled');
    }
  });
});
