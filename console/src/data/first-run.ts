import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { useApi } from '../api/api-context.ts';
import { agents } from './agents.ts';
import { chatInterfaces } from './chat-interfaces.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import { useCan } from './session.ts';

export interface FirstRun {
  /** The owner's own item; undefined until there is one. */
  readonly agentId: string | undefined;
  /** The owner's newest base, with or without documents. */
  readonly baseId: string | undefined;
  readonly hasKnowledge: boolean;
  readonly chatId: string | undefined;
  /** The hosts on which the owner's chats were seen. */
  readonly sites: readonly string[];
}

/** The slug of the chat that a first start creates, with its agent and its knowledge. */
const demoSlug = 'demo';
/** Milliseconds between two checks for the widget on the owner's site, until it was seen there. */
const pollMs = 5_000;

/** The progress of a new owner, apart from the demo. Undefined while it loads, null if it can't be loaded. */
export function useFirstRun(): FirstRun | undefined | null {
  const api = useApi();
  const isAllowed = useCan('interfaces:read');
  const agentList = agents.useList({ per_page: 100 }, { enabled: isAllowed });
  const baseList = knowledgeBases.useList({ per_page: 100 }, { enabled: isAllowed });
  const chatList = chatInterfaces.useList({ per_page: 100 }, { enabled: isAllowed });
  const chats = chatList.data?.data ?? [];
  const ownChats = chats.filter(({ slug }) => slug !== demoSlug);
  const shownChats = ownChats.slice(0, 5);
  const queries = useQueryClient();
  const isSeen = shownChats.some(({ id }) => sitesOf(queries.getQueryData(keyOf(id))).length > 0);
  const checks = useQueries({
    queries: shownChats.map(({ id }) => ({
      queryKey: keyOf(id),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        api.get<InterfaceCheck[]>(`/api/v1/chat-interfaces/${id}/checks`, undefined, signal),
      refetchInterval: isSeen ? false : pollMs,
    })),
  });
  if (agentList.data === undefined || baseList.data === undefined || chatList.data === undefined) {
    return agentList.isError || baseList.isError || chatList.isError ? null : undefined;
  }
  const demoAgentId = chats.find(({ slug }) => slug === demoSlug)?.agent_id;
  const demoBases = agentList.data.data.find(({ id }) => id === demoAgentId)?.knowledge_base_ids ?? [];
  const ownBases = baseList.data.data.filter(({ id }) => !demoBases.includes(id));
  return {
    agentId: agentList.data.data.find(({ id }) => id !== demoAgentId)?.id,
    baseId: ownBases[0]?.id,
    hasKnowledge: ownBases.some(({ document_count: count }) => count > 0),
    chatId: ownChats[0]?.id,
    sites: checks.flatMap(({ data }) => sitesOf(data)),
  };
}

const keyOf = (chatId: string) => ['chat-interfaces', chatId, 'checks'];

function sitesOf(checks: readonly InterfaceCheck[] = []): string[] {
  return checks.filter(({ name }) => name === 'sites').flatMap(({ items }) => (items ?? []).map((item) => item.name));
}
