import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { relative } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import type { FileTime } from './file-times.ts';

/**
 * Data missing in vitest's JSON report: the duration of each file, and errors thrown while no test was waiting for
 * them.
 */
export type RunNotes = { times: FileTime[]; strayErrors: string[] };

/**
 * Writes `RunNotes` to the file that PORTICO_TEST_NOTES names; the times include imports, hooks and tests, in
 * milliseconds.
 */
export default class NotesReporter implements Reporter {
  readonly #times: FileTime[] = [];
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule): void {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    const ms = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration;
    this.#times.push({ file: relative(repositoryRoot, module.moduleId), ms });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env['PORTICO_TEST_NOTES'];
    const strayErrors = errors.map(({ name, message, stacks }) => {
      const [place] = stacks ?? [];
      const at = place === undefined ? '' : ` (${relative(repositoryRoot, place.file)}:${place.line})`;
      return `${name ?? 'Error'}: ${message}${at}`;
    });
    const notes: RunNotes = { times: this.#times, strayErrors: [...new Set(strayErrors)] };
    if (path === undefined) this.#vitest?.logger.error('PORTICO_TEST_NOTES is not set');
    else writeFileSync(path, JSON.stringify(notes));
  }
}
