/** Rows keep vectors of up to this length in the page; longer ones would not leave room for the rest of the row. */
const widestInPage = 1800;
/** Lengths up to which pgvector indexes full and half precision. */
const widestFull = 2000;
const widestHalf = 4000;

/** The column that holds vectors of this length. */
export function vectorColumn(dimensions: number): 'embedding' | 'wide_embedding' {
  return dimensions <= widestInPage ? 'embedding' : 'wide_embedding';
}

/**
 * How an indexed knowledge base's vectors are compared, undefined if no index takes vectors of this length. The
 * expression in a query must be the index's own.
 */
export function indexedExpression(dimensions: number): { column: string; type: string; operators: string } | undefined {
  const column = vectorColumn(dimensions);
  if (dimensions <= widestFull) return { column, type: `vector(${dimensions})`, operators: 'vector_cosine_ops' };
  if (dimensions <= widestHalf) return { column, type: `halfvec(${dimensions})`, operators: 'halfvec_cosine_ops' };
  return undefined;
}

/** Ids are of our own making; the check keeps anything else out of SQL that takes no parameters. */
export function requirePlainId(id: string): string {
  if (!/^kb_[0-9a-z]{26}$/.test(id)) throw new Error('not the id of a knowledge base');
  return id;
}
