export { iterateChunks, type Chunk } from './chunk-text.ts';
