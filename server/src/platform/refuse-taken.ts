import { invalid } from './errors.ts';

/**
 * Runs a statement that a unique index may reject; the error thrown rolls the surrounding transaction back. Throws 400
 * `taken` for the field if another row has its value.
 */
export async function refuseTaken<T>(
  path: string,
  index: string,
  change: () => Promise<T>,
  message = 'is taken',
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const isTaken = error instanceof Error && 'constraint_name' in error && 'code' in error && error.code === '23505';
    if (!isTaken || error.constraint_name !== index) throw error;
    throw invalid({ path, message, code: 'taken' });
  }
}
