import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, eventually } from '../client.ts';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const at = async (method: string, path: string, body?: unknown) =>
  call(world.server, method, `/api/personas${path}`, body === undefined ? {} : { body });

async function make(fields: object = {}): Promise<Body> {
  const body = { name: 'R', category: 'Research', model: 'double', sopSteps: ['Look', 'Write'], ...fields };
  return world.post('/api/personas', body);
}
const start = async (persona: Body, fields: object = {}) =>
  world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study', ...fields });
const until = async (task: Body, ...statuses: string[]) =>
  eventually(async () => {
    const { data } = (await at('GET', `/instances/${task.id}`)).body;
    return statuses.includes(data.status) ? data : undefined;
  });

describe('Specification 2.12 Persona task', () => {
  let persona: Body;
  const inputFields = [
    { name: 'topic', label: 'Topic', type: 'text', required: true, placeholder: 'Tea', options: [] },
    { name: 'depth', label: 'Depth', type: 'select', required: false, placeholder: '', options: ['short', 'long'] },
    { name: 'langs', label: 'Languages', type: 'multiselect', required: false, placeholder: '', options: ['de', 'en'] },
  ];
  const deliverables = [
    { name: 'Report', description: 'All of it', type: 'markdown', guaranteed: true },
    { name: 'Table', description: '', type: 'csv', guaranteed: false },
    { name: 'Print', description: '', type: 'pdf', guaranteed: false },
  ];
  const tool = { type: 'builtin', name: 'current_time' };
  beforeAll(async () => {
    const { id } = await make({
      inputFields,
      deliverables,
      integrations: [tool],
      estimatedDuration: { minMinutes: 1, maxMinutes: 9 },
      maxDurationHours: 2,
      maxCostCredits: 50,
    });
    persona = (await at('GET', `/${id}`)).body.data;
  });

  describe('A persona has', () => {
    testFields(() => persona, {
      inputFields: [
        'array of { name, label, type, required, placeholder, options }',
        z.array(
          z.strictObject({
            name: z.string(),
            label: z.string(),
            type: z.enum(['text', 'select', 'multiselect']),
            required: z.boolean(),
            placeholder: z.string(),
            options: z.array(z.string()),
          }),
        ),
      ],
      deliverables: [
        'array of { name, description, type (markdown, csv, pdf), guaranteed }',
        z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            type: z.enum(['markdown', 'csv', 'pdf']),
            guaranteed: z.boolean(),
          }),
        ),
      ],
      sopSteps: 'array of strings',
      autonomyLevel: ['string', z.literal('approve_high_risk')],
      maxDurationHours: 'number',
      maxCostCredits: 'number',
      estimatedDuration: [
        '{ minMinutes, maxMinutes }',
        z.strictObject({ minMinutes: z.number(), maxMinutes: z.number() }),
      ],
      integrations: ['tool integrations', z.array(z.looseObject({ risk: z.enum(['low', 'high']) })).length(1)],
      // docs/reference/personas.md#tasks.
      id: 'string',
      name: 'string',
      description: 'string',
      category: 'string',
      agentId: 'string or null',
      model: 'string or null',
      systemPrompt: 'string',
      tools: ['array', z.array(z.unknown())],
      maxTokens: 'integer',
      approvalExpiryHours: 'number',
      createdAt: 'timestamp',
      updatedAt: 'timestamp',
    });
    it('the values with which it was created', () => {
      expect(persona).toMatchObject({
        inputFields,
        deliverables,
        sopSteps: ['Look', 'Write'],
        estimatedDuration: { minMinutes: 1, maxMinutes: 9 },
        maxDurationHours: 2,
        maxCostCredits: 50,
      });
    });
  });

  it.each(['Research', 'Content', 'Development', 'Data', 'Operations', 'Business', 'Proposals'])(
    'Category %s',
    async (category) => {
      expect(await make({ category })).toMatchObject({ category });
    },
  );
  it('no other category', async () => {
    const body = { name: 'R', category: 'Fun', sopSteps: ['Look'] };
    expect((await at('POST', '', body)).body.error.details.fields).toMatchObject([{ path: 'body.category' }]);
  });

  describe('Autonomy levels', () => {
    it('full_auto runs without approval', async () => {
      const task = await until(await start(await make({ autonomyLevel: 'full_auto' })), 'completed');
      expect(task.approvals).toEqual([]);
    });
    it('full_auto keeps within cost limits', async () => {
      const maker = await make({ autonomyLevel: 'full_auto', maxTokens: 1_000 });
      const task = await until(await start(maker, { maxCostCredits: 0.001 }), 'paused_budget');
      expect(task).toMatchObject({ pauseReason: 'cost', maxCostCredits: 0.001 });
    });
    it('approve_high_risk pauses for high-risk actions', async () => {
      const url = `${world.receiver.url}/order`;
      const risky = { type: 'http', name: 'order', risk: 'high', request: { method: 'POST', url } };
      const maker = await make({
        autonomyLevel: 'approve_high_risk',
        integrations: [risky, tool],
        sopSteps: ['Order'],
      });
      world.model.reply(
        { toolCalls: [{ name: 'current_time', arguments: {} }] },
        { toolCalls: [{ name: 'order', arguments: { cups: 2 } }] },
      );
      const task = await until(await start(maker), 'awaiting_approval');
      expect(task.approvals).toMatchObject([{ kind: 'action', status: 'pending', arguments: { cups: 2 } }]);
      expect(world.receiver.received.filter(({ path }) => path === '/order')).toEqual([]);
      const approve = `/instances/${task.id}/approvals/${task.approvals[0].id}`;
      expect((await at('POST', approve, { decision: 'approve' })).status).toBe(200);
      await until(task, 'completed');
      expect(world.receiver.received.filter(({ path }) => path === '/order')).toHaveLength(1);
    });
    it('approve_all requires approval at each step', async () => {
      const task = await start(await make({ autonomyLevel: 'approve_all' }));
      for (const index of [0, 1]) {
        const waiting = await eventually(async () => {
          const { data } = (await at('GET', `/instances/${task.id}`)).body;
          return data.approvals[index]?.status === 'pending' ? data : undefined;
        });
        expect(waiting.status).toBe('awaiting_approval');
        expect(waiting.approvals[index]).toMatchObject({ kind: 'step', stepIndex: index });
        const { status } = await at('POST', `/instances/${task.id}/approvals/${waiting.approvals[index].id}`, {
          decision: 'approve',
        });
        expect(status).toBe(200);
      }
      await until(task, 'completed');
    });
    it('approve_high_riskn, as the specification spells it once, is approve_high_risk', async () => {
      expect(await make({ autonomyLevel: 'approve_high_riskn' })).toMatchObject({ autonomyLevel: 'approve_high_risk' });
    });
  });
});
