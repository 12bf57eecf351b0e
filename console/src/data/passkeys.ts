import type { Passkey } from '@portico/shared-types/api/people';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { deleteItem } from './delete-item.ts';

const path = '/api/v1/auth/passkeys';

/** The code for the browser's authenticators is loaded with the first passkey. */
const loadWebAuthn = async () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys; they need https or localhost. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** True if the person has closed the browser's dialog, which is not an error. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** True if the device has a passkey of this account: it makes no second one. */
export function isRegistered(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

export function usePasskeys() {
  const api = useApi();
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await api.page<Passkey>('/api/v1/me/passkeys', { per_page: 100 }, signal)).data,
  });
}

export function useAddPasskey() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { startRegistration } = await loadWebAuthn();
      const optionsJSON = await api.send<PublicKeyCredentialCreationOptionsJSON>('POST', `${path}/register-options`, {
        body: {},
      });
      return api.send<Passkey>('POST', `${path}/register`, { body: await startRegistration({ optionsJSON }) });
    },
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['passkeys'] }),
  });
}

export function useRemovePasskey() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => deleteItem(api, '/api/v1/me/passkeys', id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['passkeys'] }),
  });
}

export function useSignInWithPasskey() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await loadWebAuthn();
      const optionsJSON = await api.send<PublicKeyCredentialRequestOptionsJSON>('POST', `${path}/sign-in-options`, {
        body: {},
      });
      return api.send('POST', `${path}/sign-in`, { body: await startAuthentication({ optionsJSON }) });
    },
    onSuccess: async () => queries.invalidateQueries(),
  });
}
