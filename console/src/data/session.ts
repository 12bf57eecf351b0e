import type { Scope } from '@portico/shared-types/api/api-keys';
import type { AuthMethods, Me, SignedIn } from '@portico/shared-types/api/people';
import type { CheckedLink, LinkCheck } from '@portico/shared-types/api/sign-in-links';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { keepWorkspace } from '../app/kept-workspace.ts';
import { reportPerson } from '../app/other-tabs.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraftStore } from '../form/draft-store.ts';
import { putInCache } from './put-in-cache.ts';

/** The signed-in person; `data` is null if nobody is. A person whose session has ended stays until they sign out. */
export function useMe() {
  const api = useApi();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Me | null>(['me']);
      try {
        const me = await api.get<Me>('/api/v1/me', undefined, signal);
        if (before != null && ownerOf(before) !== ownerOf(me)) forgetOwner(queries);
        reportPerson(personOf(me));
        return me;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        reportPerson(null);
        // The sign-in appears over a screen, so that unsaved input is kept.
        if (before?.workspace == null) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

/** The id of the person, or of the key that is signed in. */
function personOf({ user, api_key: key }: Me): string {
  return user?.id ?? key?.id ?? '';
}

/** The person and the workspace to which everything on the screens belongs. */
export function ownerOf(me: Me): string {
  return `${personOf(me)}/${me.workspace?.id ?? ''}`;
}

/** Forgets what was read for the person who was signed in, or in the workspace before, and ends its uploads. */
function forgetOwner(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'me' && name !== 'link' });
  const mutations = queries.getMutationCache();
  for (const upload of mutations.findAll({ mutationKey: [uploadsKey] })) mutations.remove(upload);
}

export function useSignInMethods() {
  const api = useApi();
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: async ({ signal }) => api.get<AuthMethods>('/api/v1/auth/methods', undefined, signal),
  });
}

/** Whom a link is for; the error has status 401 if it was used, is too old or unknown. */
export function useLinkCheck({ kind, token }: LinkCheck) {
  const api = useApi();
  return useQuery({
    queryKey: ['link', kind, token],
    queryFn: async ({ signal }) =>
      api.send<CheckedLink>('POST', '/api/v1/auth/check-link', { body: { kind, token }, signal }),
    // Signing in uses the link up: the form must not be replaced while that happens.
    staleTime: 'static',
  });
}

/** The ways to sign in, by the last part of their path. */
export type SignInWay = 'setup' | 'sign-in' | 'sign-in-with-key' | 'accept-invitation';

/** Signs in with one of the API's ways; afterwards `useMe` has the person. */
export function useSignIn(way: SignInWay) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Readonly<Record<string, string>>) =>
      api.send<SignedIn>('POST', `/api/v1/auth/${way}`, { body }),
    onSuccess: async ({ workspace }) => {
      if (way === 'accept-invitation' && workspace != null) {
        // What is known is about another workspace. The page of the link stays until it is forgotten.
        keepWorkspace(workspace.id);
        forgetOwner(queries);
      }
      await queries.invalidateQueries();
    },
  });
}

/** The first part of the key of uploads, which continue while another screen is open. */
export const uploadsKey = 'upload';

/** Signs out, and deletes what the person has left unsaved in this tab: somebody else may use it next. */
export function useSignOut() {
  const api = useApi();
  const queries = useQueryClient();
  const drafts = useDraftStore();
  return useMutation({
    mutationFn: async () => api.send('POST', '/api/v1/auth/sign-out'),
    onSuccess: async () => {
      drafts.close();
      // Stored in the cache, so that the gate sees it; the member's data is removed.
      await putInCache(queries, ['me'], null);
      reportPerson(null);
      forgetOwner(queries);
    },
  });
}

export const MeContext = createContext<Me | null>(null);

/** The signed-in person, on every screen inside the frame. */
export function useSignedIn(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('no MeContext above');
  return me;
}

/** True if the member's role has the scope. */
export function useCan(scope: Scope): boolean {
  return useSignedIn().scopes.includes(scope);
}
