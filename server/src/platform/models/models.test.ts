import { describe, expect, it } from 'vitest';
import { createModels } from './models.ts';
import { ModelPrices } from './model-prices.ts';
import { ask, readAnswer, silentLog } from './testing.ts';

const usage = { prompt_tokens: 1500, completion_tokens: 500, total_tokens: 2000 };

describe('without a model server', () => {
  const models = createModels({ wordDelayMs: 0 }, silentLog);

  it('the built-in models answer for every name', async () => {
    expect(models).toMatchObject({
      builtin: true,
      defaultModel: 'portico-extractive',
      defaultEmbeddingModel: 'portico-hash-1536',
    });
    expect((await readAnswer(models.chat('gpt-4o'), ask('hello'))).text).toMatch(/^Hello!/u);
  });

  it('an embedding that only a model server has is refused, because vectors of another model can’t be compared', () => {
    expect(() => models.embedding('text-embedding-3-small')).toThrow('needs a model server');
    expect(models.embedding('portico-hash-1536').dimensions).toBe(1536);
  });
});

describe('with a model server', () => {
  it('OpenAI is the default with a key alone', () => {
    expect(createModels({ openaiApiKey: 'k' }, silentLog)).toMatchObject({
      builtin: false,
      defaultModel: 'gpt-6-luna',
      defaultEmbeddingModel: 'text-embedding-3-small',
    });
  });

  it('a local server without a key keeps the built-in embedding, unless one is named', () => {
    const config = { openaiBaseUrl: 'http://127.0.0.1:11434/v1', defaultModel: 'qwen3' };
    expect(createModels(config, silentLog)).toMatchObject({
      defaultModel: 'qwen3',
      defaultEmbeddingModel: 'portico-hash-1536',
    });
    expect(createModels({ ...config, embeddingModel: 'nomic-embed-text' }, silentLog).defaultEmbeddingModel).toBe(
      'nomic-embed-text',
    );
  });

  it('the built-in models still answer to their own names', async () => {
    const models = createModels({ openaiApiKey: 'k', wordDelayMs: 0 }, silentLog);
    expect((await readAnswer(models.chat('portico-extractive'), ask('hello'))).text).toMatch(/^Hello!/u);
    expect(models.embedding('portico-hash-1536').dimensions).toBe(1536);
  });
});

describe('prices', () => {
  const modelPrices = ModelPrices.parse({ 'gpt-4o': { prompt: 2.5, completion: 10 } });
  const models = createModels({ modelPrices }, silentLog);

  it('are a credit for each 1,000 tokens, or those of MODEL_PRICES', () => {
    expect(models.price(usage, 'some-model')).toBe(2);
    expect(models.price(usage, 'gpt-4o')).toBe(1.5 * 2.5 + 0.5 * 10);
    expect(models.price(usage, 'constructor')).toBe(2);
  });

  it('refuse negative and unknown figures', () => {
    expect(ModelPrices.safeParse({ a: { prompt: -1, completion: 0 } }).success).toBe(false);
    expect(ModelPrices.safeParse({ a: { prompt: 1, completion: 0, input: 3 } }).success).toBe(false);
  });
});
