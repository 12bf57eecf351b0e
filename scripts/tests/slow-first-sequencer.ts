import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { repositoryRoot } from '../repository.ts';
import { slowFiles } from './slow-files.ts';

/** Starts the slow files of each project first, so that none of them is still running, alone, when all others are done. */
export default class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => relative(repositoryRoot, moduleId) in slowFiles;
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter((file) => isSlow(file)), ...own.filter((file) => !isSlow(file))];
    });
  }
}
