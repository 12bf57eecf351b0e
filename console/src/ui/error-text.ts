import { useMemo } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

/** Returns the function that describes an error. The server's own message names the broken rule. */
export function useErrorText(): (error: unknown) => string {
  const say = useTexts(uiTexts);
  return useMemo(
    () => (error) => {
      if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
      if (error.status === 0) return say('unreachable');
      if (error.status === 404) return say('notFound');
      if (error.status === 429) return say('tooMany');
      if (error.status >= 500) return error.code === 'service_unavailable' ? error.message : say('serverFailed');
      const [first] = error.fields;
      return first === undefined ? error.message : `${first.path}: ${first.message}`;
    },
    [say],
  );
}
