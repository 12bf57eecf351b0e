/** The properties of a workflow that a campaign checks. */
export interface FaultWorkflow {
  readonly definition: object;
  /** The paths of its nodes that complete; each must be recorded once. */
  readonly completed: readonly string[];
  /** The paths of nodes that call the neighbour, in the order of the tokens in `outputs.tokens`. */
  readonly callers: readonly string[];
}

const request = (id: string, ms: number | 'held') => ({
  id,
  type: 'http_request',
  config: { url: '{{ inputs.neighbour }}/', query: { ms } },
});
const token = (id: string) => `nodes.${id}.outputs.body.token`;

/** Ten nodes of eight types: two branches that join, a skipped one, a delay, and three calls. */
export const tenNodes: FaultWorkflow = {
  completed: ['begin', 'left', 'right', 'check', 'pause', 'work', 'last', 'shape', 'end'],
  callers: ['left', 'right', 'last'],
  definition: {
    nodes: [
      { id: 'begin', type: 'template', config: { text: 'for {{ inputs.name }}' } },
      request('left', 25),
      request('right', 60),
      { id: 'check', type: 'condition', config: { if: `${token('left')} != ${token('right')}` } },
      { id: 'never', type: 'template', config: { text: 'not taken' } },
      { id: 'pause', type: 'delay', config: { seconds: 0.08 } },
      {
        id: 'work',
        type: 'code',
        config: {
          source: 'export default ({ text }) => text.length',
          inputs: { text: '{{ nodes.begin.outputs.text }}' },
        },
      },
      request('last', 25),
      {
        id: 'shape',
        type: 'transform',
        config: { expression: `[${['left', 'right', 'last'].map(token).join(', ')}]` },
      },
      { id: 'end', type: 'template', config: { text: '{{ $join(nodes.shape.outputs.value, " ") }}' } },
    ],
    edges: [
      { from: 'begin', to: 'left' },
      { from: 'begin', to: 'right' },
      { from: 'left', to: 'check' },
      { from: 'right', to: 'check' },
      { from: 'check', to: 'never', on: 'false' },
      { from: 'check', to: 'pause', on: 'true' },
      { from: 'pause', to: 'work' },
      { from: 'work', to: 'last' },
      { from: 'last', to: 'shape' },
      { from: 'shape', to: 'end' },
    ],
    outputs: { tokens: '{{ nodes.end.outputs.text }}' },
  },
};

/** A loop of three calls, two at a time, and a node that calls the workflow above. */
export function nestedIn(tenNodesId: string): FaultWorkflow {
  const items = [0, 1, 2].map((index) => `each[${index}].call`);
  return {
    completed: [...items, 'each', ...tenNodes.completed.map((id) => `called.${id}`), 'called'],
    callers: [...items, ...tenNodes.callers.map((id) => `called.${id}`)],
    definition: {
      nodes: [
        {
          id: 'each',
          type: 'loop',
          config: {
            items: [1, 2, 3],
            concurrency: 2,
            body: { nodes: [request('call', 25)], edges: [], outputs: { token: `{{ ${token('call')} }}` } },
          },
        },
        { id: 'called', type: 'workflow', config: { workflow_id: tenNodesId, inputs: '{{ inputs }}' } },
      ],
      edges: [{ from: 'each', to: 'called' }],
      outputs: { tokens: '{{ $join(nodes.each.outputs.results.token, " ") & " " & nodes.called.outputs.tokens }}' },
    },
  };
}

/** A node whose call is held, in a called workflow or alone. */
export const heldCall: FaultWorkflow = {
  completed: ['before', 'call', 'after'],
  callers: ['call'],
  definition: {
    nodes: [
      { id: 'before', type: 'template', config: { text: 'before' } },
      request('call', 'held'),
      { id: 'after', type: 'template', config: { text: '{{ nodes.before.outputs.text }} and after' } },
    ],
    edges: [
      { from: 'before', to: 'call' },
      { from: 'call', to: 'after' },
    ],
    outputs: { tokens: `{{ ${token('call')} }}` },
  },
};

export function callOf(workflowId: string): FaultWorkflow {
  return {
    completed: ['inner.before', 'inner.call', 'inner.after', 'inner'],
    callers: ['inner.call'],
    definition: {
      nodes: [{ id: 'inner', type: 'workflow', config: { workflow_id: workflowId, inputs: '{{ inputs }}' } }],
      edges: [],
      outputs: { tokens: '{{ nodes.inner.outputs.tokens }}' },
    },
  };
}
