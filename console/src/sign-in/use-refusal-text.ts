import { ApiError } from '../api/api-error.ts';
import type { SignInWay } from '../data/session.ts';
import { useFaultText } from '../form/use-fault-text.ts';
import { useTexts } from '../text/use-texts.ts';
import { useErrorText } from '../ui/error-text.ts';
import { signInTexts } from './texts.ts';

export interface Refusal {
  readonly general: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

const wrongKeys = {
  setup: 'usedSetup',
  'accept-invitation': 'usedLink',
  'sign-in': 'wrong',
  'sign-in-with-key': 'wrongKey',
} as const;

/** Returns the function that explains why signing in was rejected, and for which fields. */
export function useRefusalText(way: SignInWay): (error: unknown) => Refusal {
  const say = useTexts(signInTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  return (error) => {
    const general = (text: string): Refusal => ({ general: text, fields: {} });
    if (!(error instanceof ApiError)) return general(explain(error));
    if (error.status === 401) return general(say(wrongKeys[way]));
    if (error.status === 403 && way === 'sign-in-with-key') return general(say('weakKey'));
    if (error.status === 429) {
      return general(say('locked', { minutes: Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60)) }));
    }
    const fields = Object.fromEntries(error.fields.map((fault) => [fault.path, faultText(fault)]));
    const isPlaced = Object.keys(fields).some((path) => ['name', 'email', 'password', 'api_key'].includes(path));
    return { general: isPlaced ? undefined : explain(error), fields };
  };
}
