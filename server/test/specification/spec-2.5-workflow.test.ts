import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFields } from './fields.ts';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 2.5 Workflow', () => {
  let workflow: Body;
  const inputSchema = {
    type: 'object',
    properties: { topic: { type: 'string', description: 'What about' } },
    required: ['topic'],
  };
  beforeAll(async () => {
    const { id } = await world.make('/workflows', { ...workflowOf(), input_schema: inputSchema });
    workflow = await world.get(`/workflows/${id}`);
  });

  const common = {
    id: 'string',
    name: 'string',
    description: 'string',
    status: ['active', z.literal('active')],
    input_schema: [
      'object: type (object), properties (name → { type, description }), required (array of names)',
      z.strictObject({
        type: z.literal('object'),
        properties: z.record(z.string(), z.strictObject({ type: z.string(), description: z.string() })),
        required: z.array(z.string()),
      }),
    ],
    created_at: 'timestamp',
    updated_at: 'timestamp',
    // docs/reference/workflows.md#fields.
    max_duration_s: 'integer',
    slug: ['string or null', z.string().nullable()],
    version: 'integer',
  } as const;

  testFields(() => workflow, { ...common, definition: 'object' });

  it('input_schema is the one that was saved', () => {
    expect(workflow.input_schema).toEqual(inputSchema);
  });
  it('lists show it without its definition', async () => {
    const [listed] = await world.get('/workflows');
    expect(Object.keys(listed).toSorted()).toEqual(Object.keys(common).toSorted());
  });
});
