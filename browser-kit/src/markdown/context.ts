import type { ComponentChild, FunctionComponent } from 'preact';

/** Dependencies of a Markdown text on its app. */
export interface MarkdownContext {
  labels: { code: string; table: string };
  /** The level of the heading above the text: the text's own headings start one below it and skip none. */
  headingLevel: number;
  /** The button in the head of a code block. */
  CopyButton: FunctionComponent<{ text: string }>;
  /** Code with its language's colours; plain without. */
  CodeText?: FunctionComponent<{ text: string; language: string }>;
  /** Renders plain text, for example with the search terms highlighted. */
  drawText?: (text: string) => ComponentChild;
  /** Number of sources: `[n]` up to it becomes a button. */
  citations?: CitationContext;
  /** A line break inside a paragraph is a space, as in a Markdown file. In a message it stays a line break. */
  isWrapped?: boolean | undefined;
  /** Longer texts are shown as plain text. */
  maxCharacters?: number;
}

export interface CitationContext {
  count: number;
  /** The reply is still in progress and its sources come at the end: the marks are shown, but can't be opened yet. */
  isPending: boolean;
  open(index: number): void;
  label(number: number): string;
}
