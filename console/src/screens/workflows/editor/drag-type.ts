/** The type of the data of a dragged palette entry. */
export const dragType = 'application/x-portico-node';
