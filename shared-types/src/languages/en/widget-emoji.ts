export type Texts = readonly string[];

/** Names of the emoji categories, in the order of the picker. */
export const texts: Texts = ['Faces', 'People', 'Nature', 'Food', 'Places', 'Activities', 'Things', 'Symbols'];
