export interface Texts {
  /** The page that is shown until the server is ready. */
  readonly starting: { readonly title: string; readonly text: string };
  /** The page for an unknown address: its title, a sentence for what the address was meant to be, and a link. */
  readonly notFound: {
    readonly title: string;
    readonly path: string;
    readonly chat: string;
    readonly file: string;
    readonly home: string;
  };
  /**
   * For a visitor who waited, and nobody has come. The second sentence asks for an address, or says that the answer will
   * be sent to the one that is known.
   */
  readonly nobodyHere: { readonly text: string; readonly leaveAddress: string; readonly byMail: string };
  /** For a visitor when an interface has reached its daily limit. */
  readonly dailyLimit: string;
  /** A mail with a person's messages; the subject is `{name}` of `{title}`. */
  readonly mail: { readonly subject: string; readonly link: string; readonly once: string };
}

/** What the server itself says to visitors. */
export const texts: Texts = {
  starting: { title: 'One moment, please', text: 'The server is starting. This page will load by itself.' },
  notFound: {
    title: 'There is nothing here.',
    path: 'The address may be incomplete, or the page was moved.',
    chat: 'This chat doesn’t exist, or is closed at the moment.',
    file: 'The link has expired, or the file was removed. Ask for a new link.',
    home: 'Go to the start page',
  },
  nobodyHere: {
    text: 'Nobody is here right now.',
    leaveAddress: 'Leave your e-mail address, and we will get back to you.',
    byMail: 'We will answer by e-mail.',
  },
  dailyLimit: 'No more answers today. Please come back tomorrow.',
  mail: {
    subject: '{name} from {title} has replied to you',
    link: 'Reply in the conversation, not to this e-mail:',
    once: 'The link works once, within seven days.',
  },
};
