/** False in a frame without the focus: a chat that opens by itself leaves it to the page around. */
export const mayFocus = (): boolean => document.hasFocus() || window === parent;
