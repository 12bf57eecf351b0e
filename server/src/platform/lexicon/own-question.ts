/**
 * How people ask for something of those who answer; `word` is the word for it, in the language of the question; empty for
 * the question itself.
 */
export interface OwnQuestion {
  word: string;
  /** Another form of the word, by which a text may be found that names only what is asked for: "Payment: Visa". */
  noun?: string;
  /** Folded and respelt, without marks. */
  you?: RegExp;
  /** With forms that also mean others. */
  they?: RegExp;
  /** With the word itself, or in languages whose addresses have no form that is known. */
  named?: RegExp;
}

/** A whole question, also after a greeting or an "and". */
export function phrase(expression: string, ending = ''): RegExp {
  return new RegExp(
    `^(?:(?:hi|hello|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|bonjour|bonsoir|hola|buen[oa]s (?:dias|tardes)|ciao|buongiorno|buonasera|ola|bo[ma] (?:dia|tarde)|goede(?:n?dag|morgen|middag)|здравствуите|добрыи день|dzien dobry|merhaba|iyi gunler|مرحبا|שלום|and|und|et|y|e|en) )?(?:${expression})${ending}$`,
    'u',
  );
}
