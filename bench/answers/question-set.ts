/** One text of a set, as it is added to a knowledge base. */
export interface SetDocument {
  readonly name: string;
  readonly text: string;
}

/** A question whose answer is in one document of its set. */
export interface SetQuestion {
  readonly text: string;
  /** Position in the set's documents. */
  readonly document: number;
}

/** Documents of one knowledge base and questions about them. */
export interface QuestionSet {
  readonly name: string;
  /** Sets of one kind share a row of the table. */
  readonly kind: Kind;
  readonly language: string;
  readonly documents: readonly SetDocument[];
  readonly questions: readonly SetQuestion[];
}

export type Kind = 'FAQ' | 'manuals' | 'other languages' | 'typos' | 'keywords';
