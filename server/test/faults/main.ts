import { campaigns } from './campaigns.ts';

/**
 * `npm run faults -- [name …] [seed=N] [faults=N] [runs=N]` runs the fault campaigns with these names (by default all),
 * one after the other, and prints the counts of each. Exits with 1 at the first fault that the product doesn't survive.
 */
const words = process.argv.slice(2);
const names = words.filter((word) => !word.includes('='));
const numbers = new Map(words.filter((word) => word.includes('=')).map((word) => readNumber(word)));
const chosen = campaigns.filter(({ name }) => names.length === 0 || names.includes(name));
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (chosen.length === 0) {
  say(`no campaign of that name; there are ${campaigns.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
for (const { name, whole, run } of chosen) {
  const seed = numbers.get('seed') ?? Math.floor(Math.random() * 1_000_000);
  const extent = { seed, faults: numbers.get('faults') ?? whole.faults, runs: numbers.get('runs') ?? whole.runs };
  say(`${name} seed=${seed} faults=${extent.faults} runs=${extent.runs}`);
  const start = Date.now();
  const figures = await run({ ...extent, slowness: 1, say: (line) => say(`  ${line}`) });
  say(`${name}: ${JSON.stringify({ ...figures, seconds: Math.round((Date.now() - start) / 1000) })}`);
}

function readNumber(word: string): [string, number] {
  const [name = '', value = ''] = word.split('=');
  const number = Number(value);
  if (!['seed', 'faults', 'runs'].includes(name) || !Number.isInteger(number) || number < 0) {
    throw new Error(`${word}: seed, faults and runs take a whole number`);
  }
  return [name, number];
}
