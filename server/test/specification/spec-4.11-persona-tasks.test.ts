import { beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../client.ts';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();
const at = async (method: string, path: string, body?: unknown) =>
  call(world.server, method, `/api/personas${path}`, body === undefined ? {} : { body });

describe('Specification 4.11 Persona tasks', () => {
  let persona: Body;
  let task: Body;
  const started = { taskTitle: 'Study', structuredInputs: { topic: 'tea' }, maxDurationHours: 1, maxCostCredits: 9 };
  const start = async (body: unknown) => at('POST', `/${persona.id}/instances`, body);
  beforeAll(async () => {
    persona = await world.post('/api/personas', {
      name: 'R',
      category: 'Research',
      model: 'double',
      sopSteps: ['Look', 'Write'],
      autonomyLevel: 'full_auto',
      inputFields: [{ name: 'topic', label: 'Topic', required: true }],
      deliverables: [{ name: 'Report', type: 'markdown', guaranteed: true }],
    });
    const { id } = (await start(started)).body.data;
    task = await eventually(async () => {
      const { data } = (await at('GET', `/instances/${id}`)).body;
      return data.status === 'completed' ? data : undefined;
    });
  });

  describe('POST /api/personas/{personaId}/instances', () => {
    it('persona instance', async () => {
      const { status, body } = await start(started);
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        id: expect.stringMatching(/^ins_[0-9a-z]{26}$/),
        personaId: persona.id,
        taskTitle: 'Study',
        structuredInputs: { topic: 'tea' },
        status: expect.stringMatching(/^(pending|running|completed)$/),
        maxDurationHours: 1,
        maxCostCredits: 9,
        error: null,
        createdAt: expect.stringMatching(/Z$/),
        link: expect.stringContaining('/personas/instances/'),
      });
    });
    it('taskTitle: string, required', async () => {
      expectInvalid(await start({ ...started, taskTitle: undefined }), 'body.taskTitle');
      expectInvalid(await start({ ...started, taskTitle: 3 }), 'body.taskTitle');
    });
    it('structuredInputs: object keyed by input field name; a required one is required', async () => {
      expectInvalid(await start({ ...started, structuredInputs: {} }), 'body.structuredInputs.topic');
      expectInvalid(await start({ ...started, structuredInputs: ['tea'] }), 'body.structuredInputs');
    });
    it('maxDurationHours: number; the persona’s own if left out', async () => {
      expectInvalid(await start({ ...started, maxDurationHours: 'long' }), 'body.maxDurationHours');
      const { data } = (await start({ ...started, maxDurationHours: undefined })).body;
      expect(data.maxDurationHours).toBe(persona.maxDurationHours);
    });
    it('maxCostCredits: number; the persona’s own if left out', async () => {
      expectInvalid(await start({ ...started, maxCostCredits: -1 }), 'body.maxCostCredits');
      const { data } = (await start({ ...started, maxCostCredits: undefined })).body;
      expect(data.maxCostCredits).toBe(persona.maxCostCredits);
    });
    it('an unknown persona is 404', async () => {
      expectUnknown(await at('POST', '/per_nope/instances', started), 'persona', 'per_nope');
    });
  });

  describe('GET /api/personas/instances/{instanceId}', () => {
    it('progress of the instance', () => {
      expect(task.progress).toEqual({
        percent: 100,
        currentStep: null,
        steps: ['Look', 'Write'].map((title, index) => ({
          index,
          title,
          status: 'completed',
          startedAt: expect.stringMatching(/Z$/),
          completedAt: expect.stringMatching(/Z$/),
          output: expect.any(String),
          costCredits: expect.any(Number),
        })),
      });
    });
    it('an unknown instance is 404', async () => {
      expectUnknown(await at('GET', '/instances/ins_nope'), 'persona instance', 'ins_nope');
    });
  });

  describe('GET /api/personas/instances/{instanceId}/deliverables', () => {
    it('deliverables of the instance', async () => {
      const { status, body } = await at('GET', `/instances/${task.id}/deliverables`);
      expect(status).toBe(200);
      expect(body.data).toEqual([
        {
          id: expect.stringMatching(/^dlb_[0-9a-z]{26}$/),
          name: 'Report',
          description: '',
          type: 'markdown',
          fileName: expect.stringMatching(/\.md$/),
          fileSize: expect.any(Number),
          version: 1,
          downloadUrl: expect.stringMatching(/^http/),
          createdAt: expect.stringMatching(/Z$/),
        },
      ]);
    });
    it('an unknown instance is 404', async () => {
      expectUnknown(await at('GET', '/instances/ins_nope/deliverables'), 'persona instance', 'ins_nope');
    });
  });
});
