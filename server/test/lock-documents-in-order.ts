import { expect } from 'vitest';
import type { Database } from '../src/platform/database.ts';
import { untilBlocked } from './until-blocked.ts';

/**
 * Locks documents in ascending order, as a worker does that renews their leases: the first one before the request, and the
 * last one once that waits for it. It fails with a deadlock if the request locks in another order. `column` is
 * `source_id` or `knowledge_base_id`.
 */
export async function lockDocumentsInOrder<T>(
  database: Database,
  column: 'source_id' | 'knowledge_base_id',
  id: string,
  request: () => Promise<T>,
): Promise<T> {
  const { response } = await database.transaction(async (tx) => {
    const lock = async (order: 'ASC' | 'DESC') => tx`
      SELECT id FROM documents WHERE id = (
        SELECT id FROM documents WHERE ${tx(column)} = ${id} ORDER BY id ${tx.unsafe(order)} LIMIT 1)
      FOR NO KEY UPDATE`;
    await lock('ASC');
    const waiting = request();
    await untilBlocked(tx);
    expect(await lock('DESC')).toHaveLength(1);
    return { response: waiting };
  });
  return response;
}
