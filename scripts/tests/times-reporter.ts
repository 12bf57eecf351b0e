import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { relative } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import type { FileTime } from './file-times.ts';

/** Writes how long each file took to the file that PORTICO_TEST_TIMES names: imports, hooks and tests, in milliseconds. */
export default class TimesReporter implements Reporter {
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

  onTestRunEnd(): void {
    const path = process.env['PORTICO_TEST_TIMES'];
    if (path === undefined) this.#vitest?.logger.error('PORTICO_TEST_TIMES names no file');
    else writeFileSync(path, JSON.stringify(this.#times));
  }
}
