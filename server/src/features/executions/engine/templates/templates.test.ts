import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../platform/sandbox/sandbox.ts';
import { isCheap } from './is-cheap.ts';
import { parseExpression } from './parse-expression.ts';
import { findReferences, readPlainPath } from './referenced-data.ts';
import { TemplateError } from './template-error.ts';
import { createTemplates, type TemplateScope } from './templates.ts';

const sandbox = createSandbox(2);
const { render, evaluate } = createTemplates(sandbox);
const workspaceId = 'ws_test';
const templates = {
  render: async (value: unknown, given: TemplateScope, options: { raw?: string[] } = {}) =>
    render(value, given, { workspaceId, ...options }),
  evaluate: async (expression: string, given: TemplateScope, signal?: AbortSignal) =>
    evaluate(expression, given, { workspaceId, signal }),
};
afterAll(() => sandbox.close());

const scope = {
  inputs: { topic: 'tea', count: 3, list: [1, 2, 3], people: [{ name: 'Ada' }, { name: 'Bob' }], none: null },
  nodes: { first: { outputs: { text: 'hello' }, status: 'completed' } },
};

describe('a path of names', () => {
  it.each([
    'inputs',
    'inputs.topic',
    'nodes.first.outputs.text',
    'a1._b.C',
    'true',
    'null',
    'function',
    'inputs.in.or',
  ])('%s is read without JSONata as JSONata reads it', (source) => {
    const { compiled, path, references, cheap } = parseExpression(source);
    const ast = compiled.ast();
    expect({ path, references, cheap }).toEqual({
      path: readPlainPath(ast),
      references: findReferences(ast),
      cheap: isCheap(ast),
    });
  });

  it.each(['inputs.', '.inputs', 'inputs..a', 'inputs.1'])('%s is invalid, as in JSONata', (source) => {
    expect(() => parseExpression(source)).toThrow(TemplateError);
  });
});

describe('templates', () => {
  it.each([
    ['plain', 'plain'],
    ['{{ inputs.count }}', 3],
    ['{{inputs.list}}', [1, 2, 3]],
    ['{{ inputs.people.name }}', ['Ada', 'Bob']],
    ['{{ inputs.people[0].name }}', 'Ada'],
    ['{{ inputs.people[name = "Bob"].name }}', 'Bob'],
    ['{{ inputs.missing }}', null],
    ['{{ inputs.none }}', null],
    ['a {{ inputs.missing }}b{{ inputs.none }}', 'a b'],
    ['On {{ inputs.topic }}: {{ nodes.first.outputs.text }}', 'On tea: hello'],
    ['{{ inputs.list }} and {{ inputs.count }}', '[1,2,3] and 3'],
    ['{{ {"a": {"b": inputs.count}} }}', { a: { b: 3 } }],
    ['{{ {"a": {"b": 1}}}}!', '{"a":{"b":1}}!'],
    ['{{ "}}" & inputs.topic }}', '}}tea'],
    ['{{ $uppercase(inputs.topic) }}', 'TEA'],
    ['{{ $map(inputs.list, function($x) { $x * 2 }) }}', [2, 4, 6]],
    ['{{ $sum(inputs.list) > 5 ? "many" : "few" }}', 'many'],
    ['{{ $sum }}', null],
    ['{{ [2..2] }}', [2]],
    ['{{ [2..1] }}', []],
    ['{{ [inputs.people[0].name] }}', ['Ada']],
  ])('%s', async (template, expected) => {
    expect(await templates.render(template, scope)).toEqual(expected);
  });

  it('renders every string of a value and leaves raw keys as they are', async () => {
    const config = { url: 'x/{{ inputs.topic }}', body: { n: ['{{ inputs.count }}'] }, source: '{{ inputs.count }}' };
    expect(await templates.render(config, scope, { raw: ['source'] })).toEqual({
      url: 'x/tea',
      body: { n: [3] },
      source: '{{ inputs.count }}',
    });
  });

  it('evaluates a bare expression, wrapped or not', async () => {
    expect(await templates.evaluate('inputs.count = 3', scope)).toBe(true);
    expect(await templates.evaluate('{{ inputs.count = 4 }}', scope)).toBe(false);
    await expect(templates.evaluate('x {{ inputs.count }}', scope)).rejects.toMatchObject({ code: 'template_error' });
  });

  it('leaves functions out, as JSON does', async () => {
    expect(await templates.evaluate('$sum', scope)).toBeNull();
    const object =
      '{"of": $sum, "own": function() { inputs }, "count": inputs.count, "list": [$sum, /a/, {"f": $sum}]}';
    expect(await templates.evaluate(object, scope)).toEqual({ count: 3, list: [null, null, {}] });
    expect(await templates.render('v={{ {"n": inputs.count, "f": function() { 1 }} }}', scope)).toBe('v={"n":3}');
  });

  it('keeps data that is marked like a function', async () => {
    const data = [{ _jsonata_lambda: true, a: 1 }, { b: { _jsonata_function: true, implementation: 'none' } }];
    expect(await templates.evaluate('$append(inputs.data, [])', { ...scope, inputs: { data } })).toEqual(data);
  });

  it.each(['{{ inputs. }}', '{{ inputs.a', '{{ }}', '{{ ( }} and {{ ) }}', `{{ ${'('.repeat(15_000)} }}`])(
    'refuses %.20s',
    async (template) => {
      await expect(templates.render(template, scope)).rejects.toMatchObject({ code: 'template_error' });
    },
  );

  it('never changes or shares its input', async () => {
    const value = await templates.render('{{ inputs.people }}', scope);
    expect(value).toEqual(scope.inputs.people);
    expect(value).not.toBe(scope.inputs.people);
  });
});

describe('large data', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const quoted = '"'.repeat(1024 * 1024);

  /** The scopes that were sent to the sandbox during an evaluation. */
  async function watch(work: (watched: ReturnType<typeof createTemplates>) => Promise<unknown>) {
    const scopes: unknown[] = [];
    const watched = createTemplates({
      ...sandbox,
      run: async (task, limits) => {
        if (task.kind === 'expressions') scopes.push(task.scope);
        return sandbox.run(task, limits);
      },
    });
    return { value: await work(watched), scopes };
  }

  it.each([
    ['$count([inputs.a & inputs.a, inputs.a])', 2],
    ['$count(inputs.list)', 300_000],
    ['$sum(inputs.list) > 0 and $exists(nodes.big.outputs.text & "x")', true],
  ])('is read in the sandbox: %s', async (expression, expected) => {
    const list = Array.from({ length: 300_000 }, () => 1);
    const large = { inputs: { a: megabyte, list }, nodes: { big: { outputs: { text: megabyte } } } };
    const { value, scopes } = await watch(async (watched) => watched.evaluate(expression, large, { workspaceId }));
    expect(value).toBe(expected);
    expect(scopes).toHaveLength(1);
  });

  it('is passed on unchanged by a path, and never sent to the sandbox', async () => {
    const large = { inputs: { a: megabyte.repeat(7) }, nodes: {} };
    const { value, scopes } = await watch(async (watched) => watched.render('{{ inputs.a }}', large, { workspaceId }));
    expect(value).toBe(large.inputs.a);
    expect(scopes).toEqual([]);
  });

  it('that an expression does not read costs nothing', async () => {
    const large = { inputs: { small: 'tea', a: megabyte.repeat(40) }, nodes: { b: { outputs: { text: megabyte } } } };
    const { value, scopes } = await watch(async (watched) =>
      watched.evaluate('$map([1..2], function($n) { inputs.small & $n })', large, { workspaceId }),
    );
    expect(value).toEqual(['tea1', 'tea2']);
    expect(scopes).toEqual([{ inputs: { small: 'tea' } }]);
    expect(await templates.evaluate('$uppercase(inputs.small) & inputs.small', large)).toBe('TEAtea');
  });

  it.each([
    ['$lookup($$, "inputs").small', 'tea'],
    ['$keys($$)[0]', 'inputs'],
    ['**.deep', 1],
    ['$eval("inputs.small")', 'tea'],
    ['$map([1], function($x) { $$.inputs.small })', 'tea'],
    ['inputs.list.(x + $$.inputs.list[0].x)', [2, 3]],
    ['inputs.list[x = inputs.none].x', null],
    ['$.inputs.small', 'tea'],
    ['($f := $keys; $f(inputs.nest))', 'deep'],
  ])('is complete for an expression that may read anything: %s', async (expression, expected) => {
    const whole = { inputs: { small: 'tea', nest: { deep: 1 }, list: [{ x: 1 }, { x: 2 }] }, nodes: {} };
    expect(await templates.evaluate(expression, whole)).toEqual(expected);
  });

  it.each([
    ['grows by nested $string', '{{ ' + '$string({"a": '.repeat(12) + 'inputs.quoted' + '})'.repeat(12) + ' }}'],
    ['is joined again and again', '{{ inputs.a }}'.repeat(40)],
    ['is read all at once', `{{ $length(${Array.from({ length: 90 }, () => 'inputs.a').join(' & ')}) }}`],
    ['comes back from the sandbox', '{{ $map([1..100], function($n) { inputs.a }) }}'],
    ['is more than can be sent', '{{ $uppercase(inputs.huge) }}'],
  ])('that %s ends with an error or a result, and the sandbox survives', async (_, template) => {
    const large = { inputs: { a: megabyte, quoted, huge: megabyte.repeat(33) } };
    const ended = await templates.render(template, large).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if ('error' in ended) expect(ended.error).toMatchObject({ code: 'template_error' });
    else expect(ended.value).toBe(90 * megabyte.length);
    expect(await templates.evaluate('$uppercase("a") & $map([1], function($x) { "b" })', large)).toBe('Ab');
  });

  it('names the limit', async () => {
    const large = { inputs: { a: megabyte.repeat(5) } };
    await expect(templates.render('{{ inputs.a }}{{ inputs.a }}', large)).rejects.toThrow(/larger than 8 MiB/);
    await expect(templates.render(['{{ inputs.a }}', '{{ inputs.a }}'], large)).rejects.toThrow(/larger than 8 MiB/);
    const wide = { inputs: { a: megabyte.repeat(33) } };
    await expect(templates.evaluate('$length(inputs.a)', wide)).rejects.toThrow(/reads more than 32 MiB of data/);
  });
});

describe('hostile expressions', () => {
  it.each([
    '$pad("x", 500000000)',
    '$split($pad("", 300000000, "a"), "")',
    '$base64encode($pad("x", 200000000))',
    '[1..10000000]',
    '$join([1..900000].$string($))[0] & [1..999999] & [1..999999]',
    '($f := function($s, $n) { $n = 0 ? $s : $f($s & $s, $n - 1) }; $f("xxxxxxxx", 27))',
    '($f := function($x) { 1 + $f($x) }; $f(1))',
    '($f := function($x) { $f($x) }; $f(1))',
    '($f := function($s) { $f([$s, $s]) }; $f(1))',
    '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)',
    '$eval("$eval(\\"[1..9999999]\\")")',
    '$distinct([1..499999])',
    '$map([1..100000], function($x) { $pad("x", 100000) })',
    '$toMillis($pad("", 100000, "1"), /x/)',
  ])('%s only fails its own evaluation', async (expression) => {
    await expect(templates.evaluate(expression, scope)).rejects.toMatchObject({ code: 'template_error' });
    expect(await templates.evaluate('$uppercase($string(inputs.count)) & $lowercase("A")', scope)).toBe('3a');
  });

  it('that make too long a text are not called nested', async () => {
    await expect(templates.evaluate('$pad("x", 1000000000)', scope)).rejects.toThrow(
      /a text or a list that is too long/,
    );
    const nested = '('.repeat(4_000) + '1' + ')'.repeat(4_000);
    await expect(templates.evaluate(nested, scope)).rejects.toThrow(/nested too deep/);
  });

  it.each([
    ['$split(inputs.topic, inputs.separator)', 'split'],
    ['$replace(inputs.topic, inputs.separator, "b")', 'replace'],
    ['$formatNumber(1, "#".$x)', 'formatNumber'],
    ['$formatInteger(1, inputs.picture)', 'formatInteger'],
    ['$eval("$split(inputs.topic, inputs.separator)")', 'split'],
    ['$eval("$eval(\\"$split(inputs.topic, inputs.separator)\\")")', 'split'],
  ])('that give a function nothing, as %s does, name it', async (expression, name) => {
    const message = new RegExp(`: \\$${name}: an argument is missing or of the wrong type`);
    await expect(templates.evaluate(expression, scope)).rejects.toThrow(message);
  });

  it('can’t access the process', async () => {
    for (const name of ['process', 'globalThis', 'require', 'constructor', '__proto__', 'inputs.constructor']) {
      expect(await templates.evaluate(name, scope)).toBeNull();
    }
    expect(await templates.evaluate('$eval("process.env") ~> $string', scope)).toBeNull();
  });

  it('stops when its signal fires', async () => {
    const abort = new AbortController();
    const running = templates.evaluate(
      '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)',
      scope,
      abort.signal,
    );
    setTimeout(() => abort.abort(new Error('cancelled')), 50);
    await expect(running).rejects.toThrow('cancelled');
  });
});

describe('isCheap', () => {
  it.each([
    ['inputs.a.b', true],
    ['inputs.a[0] & "x"', true],
    ['nodes.a.outputs.text = "x" and $exists(inputs.b)', true],
    ['{"a": [inputs.b, 1]}', true],
    ['$count(inputs.list) > 3 ? 1 : -1', true],
    ['[1..10]', false],
    ['$f()', false],
    ['inputs.**.a', false],
    ['inputs.*', false],
    ['inputs^(a)', false],
    ['inputs.(a; b)', false],
    ['inputs.$x', false],
    ['inputs{a: b}', false],
    ['inputs.a@$x.b', false],
    ['inputs.a#$i', false],
    ['inputs.a.%.b', false],
    ['$contains("a", /a+/)', false],
    ['inputs ~> $count', false],
    ['$string({"a": $string({"b": inputs.c})})', false],
    ['$string({"a": inputs.c})', true],
    ['$count(?)', false],
    ['inputs.a[$x > 3]', false],
  ])('%s', (source, cheap) => {
    expect(isCheap(parseExpression(source).compiled.ast())).toBe(cheap);
  });
});
