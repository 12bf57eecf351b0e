export type Texts = string;

/** Screen reader label of the list of questions below a reply. */
export const texts: Texts = 'Questions to ask next';
