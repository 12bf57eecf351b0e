import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Agent } from '@portico/shared-types/api/agents';
import type { ChatInterface, InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import type { Page } from '../api/api.ts';
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
/** Milliseconds between two checks for the first document that can be searched. */
const readyPollMs = 5_000;
/** Maximum number of knowledge bases of the demo whose documents are distinguished from others. */
const maxDemoBases = 10;

/**
 * The progress of a new owner, apart from the demo. Undefined while it loads, null if it can't be loaded. `pollMs` are
 * the milliseconds between two checks for the widget on the owner's site, until it was seen there.
 */
export function useFirstRun(pollMs: number | false): FirstRun | undefined | null {
  const api = useApi();
  const isAllowed = useCan('interfaces:read');
  const agentList = agents.useList({ per_page: 100 }, { enabled: isAllowed });
  const baseList = knowledgeBases.useList({ per_page: 100 }, { enabled: isAllowed });
  const chatList = chatInterfaces.useList({ per_page: 100 }, { enabled: isAllowed });
  const demo = useDemo(agentList.data?.data, chatList.data);
  const hasKnowledge = useHasKnowledge(demo?.baseIds, isAllowed);
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
  if (agentList.isError || baseList.isError || chatList.isError) return null;
  if (agentList.data === undefined || baseList.data === undefined) return undefined;
  if (demo === undefined || hasKnowledge === undefined) return undefined;
  return {
    agentId: agentList.data.data.find(({ id }) => id !== demo.agentId)?.id,
    baseId: baseList.data.data.find(({ id }) => !demo.baseIds.includes(id))?.id,
    hasKnowledge,
    chatId: ownChats[0]?.id,
    sites: checks.flatMap(({ data }) => sitesOf(data)),
  };
}

interface Demo {
  readonly agentId: string | undefined;
  readonly baseIds: readonly string[];
}

/** What the first start created, which isn't on the first page of long lists. Undefined while it isn't known. */
function useDemo(agentPage: readonly Agent[] | undefined, chatPage: Page<ChatInterface> | undefined): Demo | undefined {
  const listed = chatPage?.data.find(({ slug }) => slug === demoSlug);
  const isBeyond = listed === undefined && chatPage?.pagination.has_next === true;
  // The first start creates it before anybody can create another one.
  const oldest = chatInterfaces.useList({ sort: 'created_at', per_page: 1 }, { enabled: isBeyond });
  const chat = listed ?? (isBeyond ? oldest.data?.data.find(({ slug }) => slug === demoSlug) : undefined);
  const listedAgent = agentPage?.find(({ id }) => id === chat?.agent_id);
  const agent = agents.useOne(agentPage === undefined || listedAgent !== undefined ? '' : (chat?.agent_id ?? ''));
  if (agentPage === undefined || chatPage === undefined || (isBeyond && oldest.isPending)) return undefined;
  if (chat === undefined) return { agentId: undefined, baseIds: [] };
  if (listedAgent === undefined && agent.isPending) return undefined;
  return { agentId: chat.agent_id, baseIds: (listedAgent ?? agent.data)?.knowledge_base_ids ?? [] };
}

/** Whether a document can be searched that isn't one of the demo's. Undefined while it isn't known. */
function useHasKnowledge(demoBases: readonly string[] | undefined, isAllowed: boolean): boolean | undefined {
  const api = useApi();
  const shown = demoBases?.slice(0, maxDemoBases) ?? [];
  const { data, isError } = useQuery({
    queryKey: [...readyKey, shown],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const count = async (scope: { knowledge_base_id?: string }) =>
        (await api.page('/api/v1/documents', { status: 'ready', per_page: 1, ...scope }, signal)).pagination
          .total_count;
      // Documents of the demo become ready meanwhile after a first start. Its counts are read last, so that none of
      // them is taken for a document of the owner.
      const all = await count({});
      const ofDemo = await Promise.all(shown.map(async (id) => count({ knowledge_base_id: id })));
      return all > ofDemo.reduce((sum, ready) => sum + ready, 0);
    },
    enabled: isAllowed && demoBases !== undefined,
    // A document is ready some time after it was added.
    refetchInterval: (query) => (query.state.data === false ? readyPollMs : false),
  });
  // What can't be counted is none: the step stays open.
  return data ?? (isError ? false : undefined);
}

/** Below the key of the knowledge bases, whose lists are read again whenever a document is added or removed. */
const readyKey = [knowledgeBases.key, 'ready-documents'];
const keyOf = (chatId: string) => ['chat-interfaces', chatId, 'checks'];

function sitesOf(checks: readonly InterfaceCheck[] = []): string[] {
  return checks.filter(({ name }) => name === 'sites').flatMap(({ items }) => (items ?? []).map((item) => item.name));
}
