import { runCommandLine } from './app/command-line.ts';
import { print } from './app/print.ts';
import { cacheCompiledCode } from './platform/compile-cache.ts';

process.umask(0o077);
cacheCompiledCode();
const { text, code } = await runCommandLine(process.argv.slice(2), process.env, process.cwd());
process.exitCode = code;
print(code === 0 ? process.stdout : process.stderr, text, () => {
  // What was opened before a failure would keep the process alive.
  if (code !== 0) process.exit();
});
