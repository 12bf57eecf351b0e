import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExamples } from '../support/guide-examples.ts';
import { checkTypes, compilerOptions } from '../support/packed-app.ts';
import { runNode } from '../support/run-node.ts';
import { expect, test } from '../support/test.ts';

const root = join(import.meta.dirname, '../..');

test('the client’s guide compiles and works as described', async ({ portico }, info) => {
  const examples = readExamples('client', { 'http://localhost:3000': portico.url });
  expect(examples.length).toBeGreaterThan(5);
  expect(examples.map(({ language }) => language)).toEqual(examples.map(() => 'ts'));
  // In order, because each example uses the previous ones.
  const program = info.outputPath('guide.ts');
  writeFileSync(program, examples.map(({ text }) => text).join('\n'));
  copyFileSync(join(import.meta.dirname, '../fixtures/report.pdf'), info.outputPath('handbook.pdf'));
  // The packed package, in place of an installed one.
  await runNode(join(root, 'scripts/build-client.ts'), {});
  const installed = info.outputPath('node_modules/@portico/client');
  mkdirSync(dirname(installed), { recursive: true });
  symlinkSync(join(root, 'client'), installed);
  const project = info.outputPath('tsconfig.json');
  const own = { types: ['node'], skipLibCheck: true, lib: ['esnext', 'dom', 'dom.iterable'] };
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...compilerOptions.compilerOptions, ...own } }));
  expect(await checkTypes(project)).toBe('');

  const { stdout, stderr } = await runNode(program, { PORTICO_KEY: portico.apiKey });
  expect(stdout).toContain('sources');
  expect(stdout).toContain('message:completed');
  // The rejection that the guide shows how to handle.
  expect(stderr).toContain('body.name');
});
