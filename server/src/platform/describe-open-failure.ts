/** Why a Postgres server can't be used, for the operator: what follows `DATABASE_URL: `. */
export function describeOpenFailure(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '0A000' || code === '58P01') return 'this Postgres has no pgvector extension to install';
  if (code === '42501') return 'this user may not create the vector extension; ask its administrator to';
  if (code === '28P01' || code === '28000') return 'the user or password is refused';
  if (code === '3D000') return 'there is no such database';
  return `can't be reached (${code ?? message ?? 'unknown reason'})`;
}
