import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '../client.ts';
import { testFields } from './fields.ts';
import { type Body, useWorld } from './world.ts';

const world = useWorld();

describe('Specification 2.2 Agent', () => {
  let agent: Body;
  let older: Body;
  beforeAll(async () => {
    const tools = [{ type: 'http', name: 'ask', description: 'Asks.', request: { url: 'https://example.com/' } }];
    const { id } = await world.make('/agents', { name: 'Guide', system_prompt: 'Help.', temperature: 0.2, tools });
    agent = await world.get(`/agents/${id}`);
    const body = { name: 'Older', model: 'double', systemPrompt: 'Help.' };
    older = (await call(world.server, 'POST', '/v1/agents', { body })).body.data;
  });

  describe('the resource', () => {
    testFields(() => agent, {
      id: 'string',
      name: 'string',
      description: 'string',
      model: 'string',
      system_prompt: 'string',
      temperature: 'number',
      max_tokens: 'integer',
      available_tools: [
        'array of { name: string, description: string }',
        z.array(z.strictObject({ name: z.string(), description: z.string() })).length(1),
      ],
      created_at: 'timestamp',
      updated_at: 'timestamp',
      // docs/reference/agents.md#fields.
      status: ['active or archived', z.enum(['active', 'archived'])],
      top_p: 'number or null',
      reasoning_effort: 'null',
      slug: 'null',
      retrieval: 'object',
      knowledge_base_ids: 'array of strings',
      tools: ['array of the definitions', z.array(z.looseObject({ type: z.literal('http') })).length(1)],
      max_steps: 'integer',
    });
    it('available_tools name what the agent can call', () => {
      expect(agent.available_tools).toEqual([{ name: 'ask', description: 'Asks.' }]);
    });
  });

  describe('the older create response', () => {
    testFields(() => older, {
      id: 'string',
      name: 'string',
      model: 'string',
      status: ['active', z.literal('active')],
      createdAt: 'timestamp',
    });
    it('is of the agent that the versioned API shows', async () => {
      expect(await world.get(`/agents/${older.id}`)).toMatchObject({
        id: older.id,
        name: 'Older',
        model: 'double',
        system_prompt: 'Help.',
        status: 'active',
        created_at: older.createdAt,
      });
    });
  });
});
