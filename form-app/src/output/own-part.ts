/** Marks what is the page's own in an output, so that copies leave it out. */
export const ownPart = 'data-own';
