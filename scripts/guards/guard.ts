import { runProcess } from '../run-process.ts';

/** The result of a guard: `output` is what a person needs to fix it, `note` a short remark beside its name. */
export type Finding = { passed: boolean; output: string; note?: string };

/** One check of `npm run check`. It reads only below `root`, so that it can be run on a copy with faults. */
export type Guard = { name: string; run: (root: string) => Promise<Finding> };

/** Makes a guard of one tool: it passes when the tool exits with 0. */
export function guardByCommand(name: string, command: string, words: readonly string[]): Guard {
  return {
    name,
    run: async (root) => {
      const { code, output } = await runProcess(command, words, { cwd: root });
      return { passed: code === 0, output };
    },
  };
}
