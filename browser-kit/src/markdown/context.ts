import type { FunctionComponent } from 'preact';

/** What a Markdown text needs from the app that shows it. */
export interface MarkdownContext {
  labels: { code: string; table: string };
  /** The level of the heading above the text: the text's own begin one below it and skip none. */
  headingLevel: number;
  /** The button in the head of a code block. */
  CopyButton: FunctionComponent<{ text: string }>;
  /** Code with its language's colours; plain without. */
  CodeText?: FunctionComponent<{ text: string; language: string }>;
  /** Sources: `[n]` up to their number becomes a button. */
  citations?: CitationContext;
  /** Longer texts are shown as they were written. */
  maxCharacters?: number;
}

export interface CitationContext {
  count: number;
  /** The reply is still being written and its sources come at the end: marks are shown, and can't be opened yet. */
  isPending: boolean;
  open(index: number): void;
  label(number: number): string;
}
