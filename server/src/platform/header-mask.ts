/** What is shown in place of a header's value to those who may not read it. */
export const headerMask = '••••••••';
