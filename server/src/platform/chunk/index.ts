export type { Chunk } from './chunk-text.ts';
export { divideText } from './divide-text.ts';
