/** Shown in place of a header's value to people who may not read it. */
export const headerMask = '••••••••';
