/** A workflow with one optional input, `message`, and without nodes. */
export const sampleWorkflow = {
  id: 'wf_1',
  name: 'Sort requests',
  slug: null,
  description: '',
  status: 'active',
  input_schema: { type: 'object', properties: { message: { type: 'string' } }, required: [] },
  max_duration_s: 3_600,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  definition: { nodes: [], edges: [], outputs: {} },
};
