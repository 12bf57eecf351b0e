export { chunkText, iterateChunks, type Chunk, type ChunkOptions } from './chunk-text.ts';
