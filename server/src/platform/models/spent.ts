/** The cost of a model call. */
export interface Spent {
  readonly credits: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}
