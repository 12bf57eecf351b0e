import type { Guard } from './guards/guard.ts';
import { guards } from './guards/guards.ts';
import { repositoryRoot } from './repository.ts';
import { say } from './run-process.ts';

const atOnce = 2;

async function runGuards(chosen: readonly Guard[]): Promise<boolean> {
  const waiting = [...chosen];
  let passed = true;
  const work = async (): Promise<void> => {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const started = performance.now();
      const finding = await guard.run(repositoryRoot);
      passed &&= finding.passed;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const note = finding.note === undefined ? '' : `  ${finding.note}`;
      say(`${finding.passed ? '✓' : '✗'} ${guard.name.padEnd(10)} ${seconds.padStart(5)} s${note}`);
      if (!finding.passed) say(finding.output.trimEnd().replaceAll(/^(?=.)/gm, '    '));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return passed;
}

const words = process.argv.slice(2);
const chosen = words.length === 0 ? guards : guards.filter((guard) => words.includes(guard.name));
if (chosen.length < words.length) say(`no such guard; there are: ${guards.map((guard) => guard.name).join(', ')}`);
if (chosen.length < words.length || !(await runGuards(chosen))) process.exitCode = 1;
