import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';
import { importRules, layers } from './import-rules.ts';

const folders = [
  'server/src',
  'server/test',
  'shared-types/src',
  'browser-kit/src',
  'widget/src',
  'form-app/src',
  'persona-app/src',
  'console/src',
  'embed-loader/src',
  'e2e',
];
const source = /\.tsx?$/;
const declaration = /\.d\.ts$/;

/**
 * The import rules, and a check that they were applied: dependency-cruiser reads TypeScript only through the API of
 * TypeScript 6, and without it finds no modules and passes. So every source file on the disk must have been read.
 */
export const imports: Guard = {
  name: 'imports',
  run: async (root) => {
    const { output } = await cruise(
      folders.filter((folder) => existsSync(join(root, folder))),
      {
        baseDir: root,
        validate: true,
        ruleSet: { forbidden: importRules },
        outputType: 'json',
        tsPreCompilationDeps: true,
        doNotFollow: { path: 'node_modules' },
        exclude: { path: '(^|/)(dist|test-results)/' },
      },
      {
        extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
        exportsFields: ['exports'],
        conditionNames: ['import', 'types'],
      },
    );
    const result: ICruiseResult = typeof output === 'string' ? JSON.parse(output) : output;
    const unread = findUnreadFiles(root, result);
    const violations = result.summary.violations.map(
      ({ rule, from, to }) => `${from} → ${to}\n  ${rule.name}: ${commentOf(rule.name)}\n`,
    );
    return {
      passed: violations.length === 0 && unread.length === 0,
      output: [...violations, ...unread].join(''),
      note: `${result.modules.length} modules, ${result.summary.totalDependenciesCruised ?? 0} imports`,
    };
  },
};

type Cruised = { modules: { source: string }[]; summary: { totalDependenciesCruised?: number } };

/** The source files on the disk that were not read, or that no rule applies to. */
export function findUnreadFiles(root: string, result: Cruised): string[] {
  const read = new Set(result.modules.map((module) => module.source));
  const onDisk = listRepositoryFiles(root).filter(
    (file) => source.test(file) && !declaration.test(file) && folders.some((folder) => file.startsWith(`${folder}/`)),
  );
  const findings = onDisk.filter((file) => !read.has(file)).map((file) => `${file} was not read\n`);
  const unassigned = onDisk.filter((file) => !Object.values(layers).some((layer) => new RegExp(layer).test(file)));
  findings.push(...unassigned.map((file) => `${file} is in no layer of the import rules\n`));
  if (onDisk.length === 0 || (result.summary.totalDependenciesCruised ?? 0) === 0) {
    findings.push('read no module, or no import of any\n');
  }
  return findings;
}

function commentOf(name: string): string {
  return importRules.find((rule) => rule.name === name)?.comment ?? '';
}
