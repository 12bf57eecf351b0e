/** The port that embedding models implement. */
export interface EmbeddingModel {
  readonly name: string;
  /** Length of every vector; null if it is known only after the server's first response. */
  readonly dimensions: number | null;
  /**
   * Vectors of the texts, in order. Texts over the model's limit (8,192 tokens) are cut. Throws a ModelError, or the
   * signal's own reason once the signal fires.
   */
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
}
