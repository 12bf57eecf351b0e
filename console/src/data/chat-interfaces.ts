import type {
  ChatInterface,
  ChatInterfaceCreate,
  InterfaceCheck,
  IssuedChatInterface,
} from '@portico/shared-types/api/chat-interfaces';
import type { Brand } from '@portico/shared-types/api/brands';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { createResource } from './resource.ts';

const path = '/api/v1/chat-interfaces';

export const chatInterfaces = createResource<
  ChatInterface,
  z.input<typeof ChatInterfaceCreate>,
  Values,
  IssuedChatInterface
>('chat-interfaces', path);

/** The requirements before a chat goes live. */
export function useChecks(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['chat-interfaces', id, 'checks'],
    queryFn: async ({ signal }) => api.get<InterfaceCheck[]>(`${path}/${id}/checks`, undefined, signal),
    refetchInterval: 15_000,
  });
}

/** Name, colour, logo and icon declared by a site. */
export function useBrandLookup() {
  const api = useApi();
  return useMutation({
    mutationFn: async (url: string) => api.send<Brand>('POST', '/api/v1/brand-lookup', { body: { url } }),
  });
}

/** Gives an interface a new identity secret; it is shown only once. */
export function useRotateIdentitySecret(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => api.send<IssuedChatInterface>('POST', `${path}/${id}/rotate-identity-secret`),
  });
}
