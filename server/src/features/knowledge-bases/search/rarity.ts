/**
 * The weight of a term that occurs in this many of all chunks: the fewer, the higher (the idf of BM25, never negative).
 */
export function rarityOf(chunkCount: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - chunkCount) + 0.5) / (chunkCount + 0.5));
}
