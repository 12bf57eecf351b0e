import { startModelServer } from '../../server/test/model-server/start-model-server.ts';

/**
 * The double of a model server as a program: `model-double <milliseconds between tokens> <tokens>`. Its tokens are
 * numbers; for `n times, m ms` it sends the time instead, n times with pauses of m ms.
 */
const [pause = '0', tokens = '1'] = process.argv.slice(2);
const model = await startModelServer();
model.always((call) => {
  // The record is not used here, and would grow during a long bench.
  model.calls.length = 0;
  const asked = /(\d+) times, (\d+) ms/.exec(JSON.stringify(call.body['messages']));
  if (asked === null)
    return { text: Array.from({ length: Number(tokens) }, (_, i) => `${i} `), tokenDelayMs: Number(pause) };
  return { chunks: sayTime(Number(asked[1])), tokenDelayMs: Number(asked[2]) };
});

/** Chunks of a completion whose words are the times at which they are written. */
function sayTime(count: number): unknown[] {
  const chunk = (delta: object, reason: string | null) => ({
    id: 'bench',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'double',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const words = Array.from({ length: count }, () => ({
    toJSON: () => chunk({ content: `at:${Date.now()} ` }, null),
  }));
  return [...words, chunk({}, 'stop')];
}
process.stdout.write(`{"port":${new URL(model.url).port}}\n`);
process.on('SIGTERM', () => process.exit(0));
