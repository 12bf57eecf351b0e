import type { ApiKey, ApiKeyCreate, IssuedApiKey } from '@portico/shared-types/api/api-keys';
import type {
  AuditEntry,
  Invitation,
  InvitationCreate,
  IssuedInvitation,
  Me,
  Member,
  MemberPatch,
  SignInSession,
  User,
  Workspace,
} from '@portico/shared-types/api/people';
import type { IssuedTrigger, SavedTrigger, Trigger, TriggerCreate } from '@portico/shared-types/api/triggers';
import type { IssuedWebhook, Webhook, WebhookCreate } from '@portico/shared-types/api/webhooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { deleteItem } from './delete-item.ts';
import type { Outcome } from './outcome.ts';
import { putInCache } from './put-in-cache.ts';
import { createResource } from './resource.ts';
import { useReadNow } from './use-read-now.ts';

export const members = createResource<Member, never, MemberPatch>('members', '/api/v1/members');

export const invitations = createResource<Invitation, z.input<typeof InvitationCreate>, never, IssuedInvitation>(
  'invitations',
  '/api/v1/invitations',
);

export const apiKeys = createResource<ApiKey, z.input<typeof ApiKeyCreate>, never, IssuedApiKey>(
  'api-keys',
  '/api/v1/api-keys',
);

export const webhooks = createResource<Webhook, z.input<typeof WebhookCreate>, Values, IssuedWebhook>(
  'webhooks',
  '/api/v1/webhooks',
);

export const triggers = createResource<SavedTrigger, z.input<typeof TriggerCreate>, Values, IssuedTrigger, Trigger>(
  'triggers',
  '/api/v1/triggers',
);

export function useWorkspace(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['workspace'],
    queryFn: async ({ signal }) => api.get<Workspace>('/api/v1/workspace', undefined, signal),
    enabled,
  });
}

export function useReadWorkspace() {
  return useReadNow<Workspace>(['workspace'], '/api/v1/workspace');
}

export function useUpdateWorkspace() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Values) => api.send<Workspace>('PATCH', '/api/v1/workspace', { body }),
    onSuccess: async (workspace) => {
      await putInCache(queries, ['workspace'], workspace);
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
}

export function useUpdateMe({ onDone, onFailed }: Partial<Outcome<{ user: User }, Values>> = {}) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Values) => api.send<{ user: User }>('PATCH', '/api/v1/me', { body }),
    onSuccess: async (result, sent) => {
      onDone?.(result, sent);
      const me = queries.getQueryData<Me | null>(['me']);
      if (me != null) await putInCache(queries, ['me'], { ...me, user: result.user });
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
    onError: (error, sent) => onFailed?.(error, sent),
  });
}

export function useSessions() {
  const api = useApi();
  return useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api.page<SignInSession>('/api/v1/me/sessions', undefined, signal)).data,
  });
}

export function useEndSession({ onFailed }: Pick<Outcome<unknown, string>, 'onFailed'>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => deleteItem(api, '/api/v1/me/sessions', id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['sessions'] }),
    onError: onFailed,
  });
}

/** Gives a key or another secret a new value; only this response has it. */
export function useRotate<Issued>(name: string, endpoint: string, verb: 'rotate' | 'rotate-secret') {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => api.send<Issued>('POST', `${endpoint}/${id}/${verb}`),
    onSuccess: async () => queries.invalidateQueries({ queryKey: [name] }),
  });
}

export function useAuditLog(query: Query, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['audit-log', query],
    queryFn: async ({ signal }) => api.page<AuditEntry>('/api/v1/audit-log', query, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}
