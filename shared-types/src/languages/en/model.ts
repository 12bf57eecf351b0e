/** Texts around quotations. `{}` is replaced by a place, or by names of documents. */
export interface Frames {
  readonly found: string;
  readonly closest: string;
  readonly also: string;
  /** A document and one of its sections: `{}` and `{section}`. */
  readonly under: string;
  readonly textSays: string;
  readonly textClosest: string;
  readonly notInText: string;
  readonly none: string;
  readonly noneNear: string;
  readonly noText: string;
  readonly onlyQuotes: string;
  readonly cannotTranslate: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly identity: string;
  readonly offer: string;
  readonly offerNear: string;
  readonly offerText: string;
  readonly and: string;
}

export interface Texts {
  readonly frames: Frames;
  /** How to ask about a section of a document, `{}`. */
  readonly followUp: string;
  /**
   * What people write who want to talk to a person: they name somebody ("a person", "your support") together with a wish
   * ("talk to", "I want", "connect me"). And the reply once one has been asked.
   */
  readonly handover: { readonly asks: RegExp; readonly answer: string };
}

/** What the built-in model says itself, beside its quotations. */
export const texts: Texts = {
  frames: {
    found: 'Here is what I found in {}:',
    closest: 'I am not sure that this answers it, but the closest I found is in {}:',
    also: 'And in {}:',
    under: '{}, under “{section}”',
    textSays: 'The text says:',
    textClosest: 'The text comes closest to that here:',
    notInText: "I couldn't find that in the text. In short, it says:",
    none: "I couldn't find anything about that in my documents. Could you ask in other words?",
    noneNear:
      "I couldn't find anything about that in my documents. Could you ask in other words, or about something they cover, such as {}?",
    noText: 'There is no text here that I could summarise. Paste it after your request, or attach it.',
    onlyQuotes:
      "I'm Portico's built-in demo model: I answer by quoting documents, and I was given none that could help here. Paste a text and ask about it, or ask the owner of this page to connect a knowledge base or a language model.",
    cannotTranslate: "I can't translate, as I only quote; this is the gist in the text's own words:",
    greeting: 'Hello! 👋',
    thanks: "You're welcome! Ask away if there is anything else.",
    goodbye: 'Goodbye! Come back whenever you have another question.',
    identity:
      "I'm Portico's built-in demo model. I don't write freely: I look things up and quote the passages that fit, with their sources.",
    offer: "Ask me a question, and I'll look it up in the documents I was given.",
    offerNear: "Ask me a question, and I'll look it up in my documents, such as {}.",
    offerText: 'Paste a text and ask me to summarise it.',
    and: ' and ',
  },
  followUp: 'What about “{}”?',
  handover: {
    asks: /\b(?:talk|speak|chat|connect|transfer|hand|put|get|switch|want|need|like|have|reach|contact)\b[^.?!]{0,40}\b(?:(?:a|an|some|any|real|live|actual|another) ?(?:human|person|people|agent|operator|representative|someone|somebody|employee|colleague)|human(?: being)?s?|live agent|support agent|customer (?:service|support)|representative|operator|real person|someone (?:real|from|in|at)|somebody (?:real|from|in|at)|your (?:team|staff|support))\b|^\W*(?:(?:a )?(?:human|real person|live agent|agent|operator|representative))(?:,? please)?\W*$/iu,
    answer: 'I have asked a person to join. They will answer you here.',
  },
};
