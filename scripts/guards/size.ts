import { measureBudgets } from '../budget.ts';
import { buildPages } from '../build-pages.ts';
import type { Guard } from './guard.ts';

/** The byte budgets, measured on a fresh build. */
export const size: Guard = {
  name: 'bytes',
  run: async (root) => {
    try {
      await buildPages(root);
    } catch (error) {
      return { passed: false, output: `${error instanceof Error ? error.message : String(error)}\n` };
    }
    const budgets = measureBudgets(root);
    const lines = budgets.map(
      ({ name, passed, kilobytes, detail }) =>
        `${passed ? 'within' : 'NOT within'} ${name}: ${kilobytes?.toFixed(2) ?? '?'} of ${detail}\n`,
    );
    return {
      passed: budgets.every(({ passed }) => passed),
      output: lines.join(''),
      note: budgets.map(({ name, kilobytes }) => `${name} ${kilobytes?.toFixed(1) ?? '?'} KB`).join(', '),
    };
  },
};
