import { useTexts } from '../../../text/use-texts.ts';
import { reasonTexts } from './texts.ts';

const patterns: readonly (readonly [RegExp, keyof typeof reasonTexts])[] = [
  [/^robots$/, 'robots'],
  [/^noindex$/, 'noindex'],
  [/^excluded$/, 'excluded'],
  [/^not included$/, 'notIncluded'],
  [/^another site$/, 'anotherSite'],
  [/^duplicate of (.+)$/, 'duplicate'],
  [/^redirects to (.+)$/, 'redirect'],
  [/^no text: (.+)$/, 'noText'],
  [/^limit of (\d+) pages reached$/, 'limit'],
  [/^deeper than (\d+) links$/, 'deep'],
  [/^empty: the page needs JavaScript$/, 'javascript'],
  [/^empty$/, 'empty'],
  [/^too large$/, 'tooLarge'],
  [/^not found, as the page says with HTTP 200$/, 'softMissing'],
  [/^HTTP (404|410)$/, 'missing'],
  [/^HTTP (\d+)$/, 'http'],
  [/^no longer in the list$/, 'unlisted'],
];

/** Returns the function that translates the server's reasons; unknown ones are shown unchanged. */
export function useReasonText(): (reason: string) => string {
  const say = useTexts(reasonTexts);
  return (reason) => {
    for (const [pattern, key] of patterns) {
      const found = pattern.exec(reason);
      if (found !== null) return say(key, { value: found[1] ?? '' });
    }
    return reason;
  };
}
