import { beforeAll, describe, expect, it } from 'vitest';
import { expectUnknown } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 4.4 Agents', () => {
  let agent: Body;
  beforeAll(async () => {
    agent = await world.agent();
  });

  describe('GET /api/v1/agents/:id', () => {
    it('data = agent', async () => {
      const { status, body } = await world.api('GET', `/agents/${agent.id}`);
      expect(status).toBe(200);
      expect(body.data).toEqual(agent);
    });
    it('404 resource_not_found', async () => {
      expectUnknown(await world.api('GET', '/agents/agt_nope'), 'agent', 'agt_nope');
    });
  });

  describe('POST /api/v1/agents/:id/threads', () => {
    it('201 with no body. data = { id, agent_id, status, created_at }', async () => {
      const { status, body } = await world.api('POST', `/agents/${agent.id}/threads`);
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^thr_[0-9a-z]{26}$/),
        agent_id: agent.id,
        status: 'active',
        created_at: expect.stringMatching(/Z$/),
        // docs/reference/agents.md#endpoints.
        title: null,
        metadata: {},
        outcome: null,
      });
    });
    it('404 resource_not_found (agent)', async () => {
      expectUnknown(await world.api('POST', '/agents/agt_nope/threads'), 'agent', 'agt_nope');
    });
  });
});
