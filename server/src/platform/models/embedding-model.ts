/** The port of embedding models. */
export interface EmbeddingModel {
  readonly name: string;
  /** Length of every vector; null if only the first answer of the server will tell. */
  readonly dimensions: number | null;
  /**
   * Vectors of the texts, in their order. Texts over the model's limit (8,192 tokens) are cut at it.
   * Throws a ModelError, or the signal's own reason once the signal fires.
   */
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
}
