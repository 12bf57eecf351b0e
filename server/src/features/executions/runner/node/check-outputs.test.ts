import { expect, test } from 'vitest';
import { measureJson } from '../../../../platform/measure-json.ts';
import { emptyRecord } from './empty-record.ts';
import { DataBudget } from '../state/data-budget.ts';
import { OutputMemory } from '../state/output-memory.ts';
import { checkOutputs } from './check-outputs.ts';

const outputs = { text: 'x'.repeat(100) };
const { length } = measureJson(outputs);

test('outputs that exceed the limit together with earlier ones are refused, and count for nothing', async () => {
  const budget = new DataBudget('ws_1', new OutputMemory(), 2 * length);
  expect(await checkOutputs(outputs, 'a', budget)).toEqual({ outputs, text: JSON.stringify(outputs) });
  const tooMuch = checkOutputs({ text: 'x'.repeat(101) }, 'each[3].b', budget);
  await expect(tooMuch).rejects.toMatchObject({
    code: 'node_execution_failed',
    retryable: false,
    message:
      'With the outputs of each[3].b, those of this execution are larger than 256 MiB in total. Hand on less data, or files by their ids.',
  });
  expect((await checkOutputs(outputs, 'c', budget)).outputs).toEqual(outputs);
});

test('outputs of earlier runs of the execution count, too', async () => {
  const record = { ...emptyRecord('a', 'template', 'completed'), outputs, inputs: null, error: null, decision: null };
  const recorded = { ...record, started_at: null, wait_until: null, called_version: null };
  const budget = new DataBudget('ws_1', new OutputMemory(), 2 * length - 1);
  await budget.read(0, async () => [recorded], new AbortController().signal);
  await expect(checkOutputs(outputs, 'b', budget)).rejects.toThrow('in total');
});

test('outputs that don’t fit beside those of other executions are refused until these have ended', async () => {
  const memory = new OutputMemory({ limit: 4 * length, free: 0, turnMs: 60_000 });
  const [one, other] = [new DataBudget('ws_1', memory), new DataBudget('ws_2', memory)];
  const large = { text: 'x'.repeat(6 * length) };
  await checkOutputs(outputs, 'a', one);
  await expect(checkOutputs(large, 'b', other)).rejects.toMatchObject({
    code: 'node_execution_failed',
    retryable: true,
  });
  one.release();
  expect((await checkOutputs(large, 'b', other)).outputs).toEqual(large);
});
