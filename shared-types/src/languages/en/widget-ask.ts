export interface Texts {
  readonly field: string;
  readonly results: string;
  readonly ask: string;
  readonly none: string;
  readonly found: string;
  readonly choose: string;
  readonly open: string;
  readonly close: string;
  readonly leave: string;
}

/** The ask dialog of the widget; `{n}` is a number, `{text}` what was typed. The last ones say what keys do. */
export const texts: Texts = {
  field: 'Ask a question or search',
  results: 'Results',
  ask: 'Ask “{text}”',
  none: 'Nothing was found for this yet. Press Enter to ask.',
  found: 'Passages found: {n}',
  choose: 'to select',
  open: 'to open',
  close: 'Close',
  leave: 'to close',
};
