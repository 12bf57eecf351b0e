/** The key that shortcuts are pressed with, as it is printed on this computer's keyboard. */
export const modifierKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
