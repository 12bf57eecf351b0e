import { expect, test } from 'vitest';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { findSchemaFaults } from './find-schema-faults.ts';

const limits = { workspaceId: 'ws' };
const given = [{ path: 'input_schema', schema: { type: 'object', required: ['name'] } }];

/** A sandbox in which compiling schemas takes too long until something else was compiled `loads` times. */
function createSlowSandbox(loads: number) {
  let loaded = 0;
  let tries = 0;
  const sandbox: Sandbox = {
    async run(task) {
      if (task.kind !== 'compile') return { kind: 'crashed' };
      if (JSON.stringify(task.schemas) === '[{}]') loaded += 1;
      else {
        tries += 1;
        if (loaded < loads) return { kind: 'timeout' };
      }
      return { kind: 'compiled', faults: task.schemas.map(() => null) };
    },
    close: () => undefined,
  };
  return { sandbox, countTries: () => tries };
}

test('a process that spends the time on loading the compiler does not make a schema faulty', async () => {
  const { sandbox } = createSlowSandbox(1);
  expect(await findSchemaFaults(given, sandbox, limits)).toEqual([]);
});

test('a schema that takes too long is tried twice', async () => {
  const { sandbox, countTries } = createSlowSandbox(99);
  expect(await findSchemaFaults(given, sandbox, limits)).toEqual([
    { path: 'input_schema', message: expect.stringContaining('within 5 seconds') },
  ]);
  expect(countTries()).toBe(2);
});
