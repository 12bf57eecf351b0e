import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { answerOf, needRedis } from './redis.ts';

const answer = async (message: string): Promise<never> =>
  needRedis(async () => {
    throw Object.assign(new Error(message), { name: 'ReplyError' });
  });

test.each([
  "OOM command not allowed when used memory > 'maxmemory'. script: e6f1",
  "READONLY You can't write against a read only replica. script: e6f1",
  // Redis 6 and earlier wrap what refuses a command of a script.
  "ERR Error running script (call to f_e6f1): @user_script:12: @user_script: 12: -OOM command not allowed when used memory > 'maxmemory'.",
  "ERR Error running script (call to f_e6f1): @user_script:1: @user_script: 1: -READONLY You can't write against a read only replica.",
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
])('a Redis that can’t be written at the moment is unavailable: %s', async (message) => {
  await expect(answer(message)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test.each([
  'ERR wrong number of arguments',
  'ERR Error running script (call to f_e6f1): @user_script:1: @user_script: 1: Unknown Redis command called from script',
])('a command that Redis does not understand is a fault: %s', async (message) => {
  await expect(answer(message)).rejects.toMatchObject({ name: 'ReplyError' });
});

test('an answer that arrived while the process could not run is not too late', async () => {
  const other = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ask = async (): Promise<unknown> => {
    other.stdin.write('PING');
    const [answer] = (await once(other.stdout, 'data')) as [Buffer];
    return answer.toString();
  };
  await ask();
  const asked = answerOf(ask, 100);
  setImmediate(() => {
    const until = performance.now() + 300;
    while (performance.now() < until);
  });
  expect(await asked).toBe('PING');
  await expect(answerOf(async () => new Promise(() => undefined), 1)).rejects.toThrow('timed out');
  other.kill();
});
