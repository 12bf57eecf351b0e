import { describe, expect, it } from 'vitest';
import { checkDefinition } from './check-definition.ts';

const text = (id: string, value = 'x') => ({ id, type: 'template', config: { text: value } });

function pathsOf(definition: unknown): string[] {
  return checkDefinition(definition).faults.map((fault) => fault.path.replace('body.definition', ''));
}

describe('checkDefinition', () => {
  it('accepts a definition and adds defaults', () => {
    const { definition, faults } = checkDefinition({
      nodes: [text('a')],
      outputs: { text: '{{ nodes.a.outputs.text }}' },
    });
    expect(faults).toEqual([]);
    expect(definition).toMatchObject({ edges: [], outputs: { text: '{{ nodes.a.outputs.text }}' } });
  });

  it('refuses a list with more wrong entries than a call can have arguments', () => {
    const config = { url: 'https://a.example', allow_status: Array(200_000).fill('x') };
    const paths = pathsOf({ nodes: [{ id: 'a', type: 'http_request', config }] });
    expect(paths).toHaveLength(200);
    expect(paths[0]).toBe('.nodes[0].config.allow_status[0]');
  });

  it('lists every fault together, of schema and meaning', () => {
    const paths = pathsOf({
      nodes: [
        text('a'),
        text('a'),
        text('Bad'),
        text('tpl', '{{ 1 + }}'),
        { id: 'llm', type: 'llm', config: { prompt: 'x', temperature: 9, colour: 1 } },
        { id: 'what', type: 'teleport', config: {} },
        { id: 'check', type: 'condition', config: { if: 'a b' } },
        {
          id: 'each',
          type: 'loop',
          config: { items: [], body: { nodes: [text('x', '{{')], edges: [{ from: 'x', to: 'y' }] } },
        },
        { id: 'wait', type: 'delay', config: {} },
      ],
      edges: [
        { from: 'a', to: 'nowhere' },
        { from: 'tpl', to: 'llm' },
        { from: 'llm', to: 'tpl' },
        { from: 'check', to: 'wait', on: 'maybe' },
        { from: 'wait', to: 'each', on: 'error' },
      ],
      outputs: { text: '{{ ) }}' },
      extra: true,
    });
    expect(paths.sort()).toEqual(
      [
        '.edges',
        '.edges[0].to',
        '.edges[3].on',
        '.edges[4].on',
        '.extra',
        '.nodes[1].id',
        '.nodes[2].id',
        '.nodes[3].config.text',
        '.nodes[4].config.colour',
        '.nodes[4].config.temperature',
        '.nodes[5].type',
        '.nodes[6].config.if',
        '.nodes[7].config.body.edges[0].to',
        '.nodes[7].config.body.nodes[0].config.text',
        '.nodes[8].config',
        '.outputs.text',
      ].sort(),
    );
  });

  it('lists every fault of a node of unknown type, inside a loop, too', () => {
    const unknown = { id: 'Bad', type: 'teleport', colour: 1, retry: { max_attempts: 0 } };
    const body = { nodes: [unknown, { id: 'l', type: 'llm', config: { temperature: 9 } }] };
    const paths = pathsOf({ nodes: [unknown, {}, { id: 'each', type: 'loop', config: { items: [], body } }, 5] });
    const faults = ['.id', '.type', '.config', '.colour', '.retry.max_attempts'];
    expect(paths.sort()).toEqual(
      [
        ...faults.map((fault) => `.nodes[0]${fault}`),
        ...['.id', '.type', '.config'].map((fault) => `.nodes[1]${fault}`),
        ...faults.map((fault) => `.nodes[2].config.body.nodes[0]${fault}`),
        '.nodes[2].config.body.nodes[1].config.prompt',
        '.nodes[2].config.body.nodes[1].config.temperature',
        '.nodes[3]',
      ].sort(),
    );
  });

  it('names the nodes of a cycle', () => {
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ];
    const { faults } = checkDefinition({ nodes: [text('a'), text('b'), text('c')], edges });
    expect(faults).toEqual([{ path: 'body.definition.edges', message: 'the edges make a cycle: b → c → b' }]);
  });

  it.each([
    [
      'expressions',
      Array.from({ length: 3_000 }, (_, index) => `{{ inputs.a${index} }}`),
      /more than 2,000 expressions/,
    ],
    ['characters of expressions', Array(20).fill(`{{ ${'1 + '.repeat(4_900)} 1 }}`), /more than 262,144 characters/],
  ])('has limits: %s', (_, body, message) => {
    const nodes = [{ id: 'a', type: 'http_request', config: { url: 'https://example.com', body } }];
    expect(checkDefinition({ nodes })).toMatchObject({
      definition: null,
      faults: [{ path: 'body.definition', message: expect.stringMatching(message) }],
    });
  });

  it('does not limit text outside of expressions', () => {
    const prompt = `${'A long prompt. '.repeat(30_000)}{{ inputs.a }}`;
    expect(checkDefinition({ nodes: [{ id: 'a', type: 'llm', config: { prompt } }] }).faults).toEqual([]);
  });

  it('accepts templates in place of values of any type, but no other strings', () => {
    const node = (top_k: unknown) => ({
      nodes: [{ id: 'k', type: 'knowledge_query', config: { knowledge_base_id: 'kb_1', query: 'q', top_k } }],
    });
    expect(pathsOf(node('{{ inputs.n }}'))).toEqual([]);
    expect(pathsOf(node('five'))).toEqual(['.nodes[0].config.top_k']);
    expect(pathsOf(node(21))).toEqual(['.nodes[0].config.top_k']);
  });

  it('quotes the expression with the fault, because a text may have many', () => {
    const prompt = 'Dear {{ inputs.name }}, '.repeat(9);
    const messageOf = (value: string): string | undefined =>
      checkDefinition({ nodes: [text('a', value)] }).faults[0]?.message;
    expect(messageOf(`${prompt}{{ inputs.total + }} and {{ inputs.tax }}`)).toBe(
      '“{{ inputs.total + }}”: Unexpected end of expression (at character 14)',
    );
    expect(messageOf(`${prompt}{{ }}`)).toBe('“{{  }}”: The expression is empty.');
    expect(messageOf(`${prompt}{{ inputs.total`)).toBe('“{{ inputs.total” has no “}}” after it.');
    expect(messageOf(`${prompt}{{ ${'x.'.repeat(99)} }}`)).toMatch(
      /^“\{\{ (?:x\.){39}x… \}\}”: .*\(at character 198\)$/,
    );
  });

  it('does not treat code and bare expressions as templates', () => {
    const nodes = [
      { id: 'c', type: 'code', config: { source: 'export default () => ({a: {b: "{{ ) }}"}})' } },
      { id: 'i', type: 'condition', config: { if: '{{ inputs.a = 1 }}' } },
      { id: 't', type: 'transform', config: { expression: '{"a": {"b": 1}}' } },
    ];
    expect(pathsOf({ nodes })).toEqual([]);
  });

  it('collects the resources that it names directly', () => {
    const nodes = [
      { id: 'a', type: 'agent', config: { agent_id: 'agt_1', message: 'x' } },
      { id: 'b', type: 'agent', config: { agent_id: '{{ inputs.agent }}', message: 'x' } },
      { id: 'l', type: 'loop', config: { items: [1], workflow_id: 'wf_1' } },
      { id: 't', type: 'agent', config: { agent_id: '{{ inputs.agent }}', message: 'x', thread_id: 'thr_1' } },
      { id: 'e', type: 'extract', config: { file_id: 'fil_1', url: '{{ inputs.url }}' } },
    ];
    expect(checkDefinition({ nodes }).references).toEqual([
      { path: 'body.definition.nodes[0].config.agent_id', resource: 'agent', id: 'agt_1' },
      { path: 'body.definition.nodes[2].config.workflow_id', resource: 'workflow', id: 'wf_1' },
      { path: 'body.definition.nodes[3].config.thread_id', resource: 'thread', id: 'thr_1' },
      { path: 'body.definition.nodes[4].config.file_id', resource: 'file', id: 'fil_1' },
    ]);
  });

  it('survives any input', () => {
    let deep: unknown = { nodes: [] };
    for (let i = 0; i < 5_000; i += 1) deep = { nodes: [{ id: 'l', type: 'loop', config: { items: [], body: deep } }] };
    expect(pathsOf(deep)).toEqual(['']);
    for (const odd of [
      null,
      3,
      'x',
      [],
      { nodes: 3 },
      { nodes: [null, 3, { id: 4, type: 'constructor', config: 'x' }] },
    ]) {
      expect(pathsOf(odd).length).toBeGreaterThan(0);
    }
  });
});
