export interface Texts {
  listening: string;
  stop: string;
  /** The visitor or the page's policy doesn't allow the microphone. */
  denied: string;
  failed: string;
}

/** Texts of dictation. */
export const texts: Texts = {
  listening: 'Listening…',
  stop: 'Stop listening',
  denied: 'The microphone isn’t allowed here.',
  failed: 'That didn’t work. Please type instead.',
};
