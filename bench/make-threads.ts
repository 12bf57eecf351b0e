import type { Product } from './start-product.ts';

/** Sends one JSON request to the product and returns its data. */
export async function ask<T>(product: Product, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': product.apiKey, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: T };
  return data;
}

/** Opens threads with one agent of the model double; returns their ids. */
export async function makeThreads(product: Product, count: number): Promise<string[]> {
  const agent = await ask<{ id: string }>(product, 'POST', '/agents', { name: 'Bench', model: 'double' });
  const ids: string[] = [];
  while (ids.length < count) {
    const together = Array.from({ length: Math.min(20, count - ids.length) }, async () =>
      ask<{ id: string }>(product, 'POST', `/agents/${agent.id}/threads`, {}),
    );
    ids.push(...(await Promise.all(together)).map(({ id }) => id));
  }
  return ids;
}
