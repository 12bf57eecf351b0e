import type { Texts } from '../en/widget-voice.ts';

export const texts: Texts = {
  listening: 'Ich höre zu …',
  stop: 'Zuhören beenden',
  denied: 'Das Mikrofon ist hier nicht erlaubt.',
  failed: 'Das hat nicht geklappt. Bitte schreiben Sie.',
};
