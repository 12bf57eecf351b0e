export interface Texts {
  readonly ask: string;
  readonly soundOff: string;
  readonly soundOn: string;
  readonly waiting: string;
  readonly answers: string;
  readonly types: string;
  readonly askEmail: string;
  readonly email: string;
  readonly emailKept: string;
  readonly rate: string;
  readonly scores: readonly [string, string, string, string, string];
  readonly comment: string;
  readonly send: string;
  readonly thanks: string;
  readonly linkRefused: string;
}

/** What the widget says about people of the team; `{name}` is a first name. `linkRefused` is about their mails. */
export const texts: Texts = {
  ask: 'Talk to a person',
  soundOff: 'Turn sounds off',
  soundOn: 'Turn sounds on',
  waiting: 'A person has been asked to join. You can keep writing.',
  answers: '{name} answers you',
  types: '{name} is typing',
  askEmail: 'Leave your e-mail address, and we will send the answer there.',
  email: 'E-mail address',
  emailKept: 'Thank you. The answer will come by e-mail.',
  rate: 'How was this conversation?',
  scores: ['Very bad', 'Bad', 'All right', 'Good', 'Very good'],
  comment: 'What could we do better? (optional)',
  send: 'Send',
  thanks: 'Thank you for your rating.',
  linkRefused: 'This link no longer works. Use the link in our latest e-mail, or write to us here.',
};
