import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Router } from 'wouter';
import { createApi } from '../api/api.ts';
import { ApiContext } from '../api/api-context.ts';
import type { ConsoleLanguage } from '../text/texts.ts';
import { LanguageContext } from '../text/use-texts.ts';
import { ToasterProvider } from '../ui/toaster.tsx';
import { keepLists } from '../ui/visited-lists.ts';
import { Gate } from './gate.tsx';
import { readWorkspace } from './kept-workspace.ts';
import { onReportedPerson } from './other-tabs.ts';
import { keepLanguage } from './preferences.ts';

/** The console: the providers of every screen, and the gate between signing in and the screens. */
export function App({ language: first, queries }: { language: ConsoleLanguage; queries: QueryClient }) {
  const [language, setLanguage] = useState(first);
  const [isExpired, setExpired] = useState(false);
  const choice = useMemo(
    () => ({
      language,
      setLanguage: (chosen: ConsoleLanguage) => {
        keepLanguage(chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  const api = useMemo(
    () =>
      createApi({
        workspace: readWorkspace,
        // Before anybody is signed in, the gate shows the sign-in page.
        onSignedOut: () => setExpired(queries.getQueryData(['me']) != null),
        // The screen then shows what the current role includes.
        onRefused: () => void queries.invalidateQueries({ queryKey: ['me'], exact: true }, { cancelRefetch: false }),
      }),
    [queries],
  );
  useEffect(() => {
    // What failed in the meantime, or waits to be tried again, is requested now.
    const stop = api.onRestored(
      () =>
        void queries.invalidateQueries({
          predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
        }),
    );
    return () => {
      stop();
      api.close();
    };
  }, [api, queries]);
  const onSignedIn = useCallback(() => setExpired(false), []);
  useEffect(() => {
    const check = async () => {
      await queries.invalidateQueries({ queryKey: ['me'], exact: true });
      if (queries.getQueryState(['me'])?.status !== 'success') return;
      setExpired(false);
      api.reportSignedIn();
    };
    return onReportedPerson(() => void check());
  }, [api, queries]);
  return (
    <QueryClientProvider client={queries}>
      <ApiContext.Provider value={api}>
        <LanguageContext.Provider value={choice}>
          <ToasterProvider>
            <Router base="/console" aroundNav={keepLists}>
              <Gate isExpired={isExpired} onSignedIn={onSignedIn} />
            </Router>
          </ToasterProvider>
        </LanguageContext.Provider>
      </ApiContext.Provider>
    </QueryClientProvider>
  );
}
