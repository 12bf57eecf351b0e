/** What a call of a model has cost. */
export interface Spent {
  readonly credits: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}
