import { findHiddenFields } from '@portico/shared-types/rules/find-hidden-fields';
import { afterEach, expect, test, vi } from 'vitest';
import { limitConditions } from './limit-conditions.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('once the conditions of a form have taken too long, the rest is not evaluated, and its fields are shown', async () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  const fields = Array.from({ length: 100 }, (_, at) => ({
    name: `f${at}`,
    type: 'text' as const,
    showIf: `slow ${at}`,
  }));
  const evaluated: string[] = [];
  const evaluate = async (condition: string) => {
    evaluated.push(condition);
    vi.advanceTimersByTime(1_000);
    return false;
  };
  const hidden = await findHiddenFields(
    fields,
    { inputs: {}, message: '', urls: [] },
    limitConditions(evaluate, 3_000),
  );
  expect(evaluated).toEqual(['slow 0', 'slow 1', 'slow 2']);
  expect([...hidden]).toEqual(['f0', 'f1', 'f2']);
});
