import { useMemo } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { type Say, useTexts } from '../text/use-texts.ts';
import { useFaultText } from '../form/use-fault-text.ts';
import { uiTexts } from './texts.ts';

/** Returns the function that describes an error. The server's own message names the broken rule. */
export function useErrorText(): (error: unknown) => string {
  const say = useTexts(uiTexts);
  const faultText = useFaultText();
  return useMemo(
    () => (error) => {
      if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
      if (error.status === 0) return say('unreachable');
      if (error.status === 401) return say('signedOut');
      const missing = error.details['missing'];
      if (error.code === 'insufficient_scope' && Array.isArray(missing) && missing.length > 0)
        return say('noPermissionText', { scopes: missing.join(', ') });
      if (error.status === 404) return say('notFound');
      if (error.status === 429) return say('tooMany');
      // A proxy sends it, and the server continues what it has begun.
      if (error.status === 504) return say('stillWorking');
      if (error.code === 'service_unavailable') return sayUnavailable(error.message, say);
      if (error.status >= 500) return say('serverFailed');
      const [first] = error.fields;
      if (first === undefined) return error.message;
      // A file is the only part of its request, and the address names the item that the member has just changed.
      const isWhole = first.path === 'file' || first.path === '' || first.path.startsWith('params.');
      return isWhole ? faultText(first) : `${first.path}: ${first.message}`;
    },
    [say, faultText],
  );
}

/** What the server says of outages; its other messages name what is unavailable, such as the model. */
const outages: Readonly<Record<string, keyof typeof uiTexts>> = {
  'The service is temporarily unavailable.': 'unavailable',
  'The first request with this key is still running.': 'stillWorking',
};

function sayUnavailable(message: string, say: Say<typeof uiTexts>): string {
  const known = outages[message];
  return known === undefined ? message : say(known);
}
