import { describe, expect, it } from 'vitest';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { embedIfAvailable } from './embed-if-available.ts';

const vector = Float32Array.of(1, 0);
const unreachable = new ModelError('model_unreachable', 'The model server failed to answer.');
const rejected = new ModelError('model_rejected', 'The model server refused the request.');

/** A server whose embedding models answer what `reply` returns; `calls` has the models that were called. */
function withModels(reply: (signal: AbortSignal) => Promise<Float32Array[]>) {
  const calls: string[] = [];
  const embedding = (name: string) => ({
    embed: async (_: string[], signal: AbortSignal) => {
      calls.push(name);
      return reply(signal);
    },
  });
  return { platform: { models: { embedding } } as unknown as Platform, calls };
}

const { signal } = new AbortController();
const hang = async (given: AbortSignal) =>
  new Promise<never>((_, reject) => {
    given.addEventListener('abort', () => reject(given.reason));
  });

describe('an embedding model that is out of order', () => {
  it('is not called for the questions that follow, until a while later', async () => {
    const { platform, calls } = withModels(async () => Promise.reject(unreachable));
    const ask = async (model: string, pauseMs: number) =>
      embedIfAvailable(platform, model, 'When?', signal, { waitMs: 10_000, pauseMs });
    expect(await ask('one', 60_000)).toBe(unreachable);
    expect(await ask('one', 60_000)).toBe(unreachable);
    expect(calls).toEqual(['one']);
    await ask('two', 0);
    await ask('two', 0);
    expect(calls).toEqual(['one', 'two', 'two']);
  });

  it('is called for one of the questions that come after the pause, while it may still hang', async () => {
    let reply: (given: AbortSignal) => Promise<Float32Array[]> = async () => Promise.reject(unreachable);
    const { platform, calls } = withModels(async (given) => reply(given));
    const ask = async (from = signal) =>
      embedIfAvailable(platform, 'one', 'When?', from, { waitMs: 600_000, pauseMs: 0 });
    expect(await ask()).toBe(unreachable);
    reply = hang;
    const leaving = new AbortController();
    const trying = ask(leaving.signal);
    expect(await ask()).toBe(unreachable);
    expect(calls).toHaveLength(2);
    leaving.abort(new Error('gone'));
    await expect(trying).rejects.toThrow('gone');
    reply = async () => [vector];
    expect(await ask()).toBe(vector);
  });

  it('is called for every question if it refuses them, which takes no time', async () => {
    const { platform, calls } = withModels(async () => Promise.reject(rejected));
    expect(await embedIfAvailable(platform, 'one', 'When?', signal)).toBe(rejected);
    expect(await embedIfAvailable(platform, 'one', 'When?', signal)).toBe(rejected);
    expect(calls).toHaveLength(2);
  });

  it('is not waited for without end', async () => {
    const { platform, calls } = withModels(hang);
    const ask = async () => embedIfAvailable(platform, 'one', 'When?', signal, { waitMs: 1, pauseMs: 60_000 });
    expect(await ask()).toMatchObject({ code: 'model_unreachable' });
    expect(await ask()).toMatchObject({ code: 'model_unreachable' });
    expect(calls).toHaveLength(1);
  });
});

it('returns the vector, also after the pause', async () => {
  let isBroken = true;
  const { platform } = withModels(async () => (isBroken ? Promise.reject(unreachable) : [vector]));
  const limits = { waitMs: 10_000, pauseMs: 0 };
  expect(await embedIfAvailable(platform, 'one', 'When?', signal, limits)).toBe(unreachable);
  isBroken = false;
  expect(await embedIfAvailable(platform, 'one', 'When?', signal, limits)).toBe(vector);
});

it('throws the reason of the caller, which is not an outage', async () => {
  const { platform, calls } = withModels(hang);
  const leaving = new AbortController();
  const asked = embedIfAvailable(platform, 'one', 'When?', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  const again = embedIfAvailable(platform, 'one', 'When?', AbortSignal.abort(new Error('gone, too')));
  await expect(again).rejects.toThrow('gone, too');
  expect(calls.length).toBeGreaterThan(0);
});
