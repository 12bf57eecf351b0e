import type { WebhookDelivery, WebhookDeliveryDetail, WebhookTestResult } from '@portico/shared-types/api/webhooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Outcome } from './outcome.ts';

const pathOf = (webhookId: string) => `/api/v1/webhooks/${webhookId}`;

/** Milliseconds between two polls while a delivery is in progress. */
const pollMs = 2_000;

export function useDeliveries(webhookId: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['deliveries', webhookId, query],
    queryFn: async ({ signal }) => api.page<WebhookDelivery>(`${pathOf(webhookId)}/deliveries`, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending' || status === 'retrying') === true ? pollMs : false,
  });
}

export function useDelivery(webhookId: string, id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['deliveries', webhookId, 'one', id],
    queryFn: async ({ signal }) =>
      api.get<WebhookDeliveryDetail>(`${pathOf(webhookId)}/deliveries/${id}`, undefined, signal),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'retrying' ? pollMs : false,
  });
}

export function useRedeliver(webhookId: string, { onDone, onFailed }: Outcome<unknown, string>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => api.send('POST', `${pathOf(webhookId)}/deliveries/${id}/redeliver`),
    onSuccess: async (result, sent) => {
      onDone(result, sent);
      await queries.invalidateQueries({ queryKey: ['deliveries', webhookId] });
    },
    onError: onFailed,
  });
}

export function useTestWebhook(webhookId: string, { onDone, onFailed }: Outcome<WebhookTestResult>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<WebhookTestResult>('POST', `${pathOf(webhookId)}/test`),
    onSuccess: async (result, sent) => {
      onDone(result, sent);
      await queries.invalidateQueries({ queryKey: ['deliveries', webhookId] });
    },
    onError: onFailed,
  });
}
