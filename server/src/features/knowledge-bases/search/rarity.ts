/** How much a term says that so many of all chunks hold: the fewer, the more (the idf of BM25, never negative). */
export function rarityOf(chunkCount: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - chunkCount) + 0.5) / (chunkCount + 0.5));
}
