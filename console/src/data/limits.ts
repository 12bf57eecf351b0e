import { useQueries } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { chatInterfaces } from './chat-interfaces.ts';
import { forms } from './forms.ts';
import { useUsage } from './insights.ts';
import { useCan } from './session.ts';
import { figuresPollMs, manyPollMs } from './totals.ts';

/** Maximum number of forms whose submissions are counted; one request each. */
const maxCounted = 20;

export interface DailyLimit {
  readonly id: string;
  readonly name: string;
  /** The interface's limits in the console. */
  readonly href: string;
  readonly unit: 'credits' | 'messages' | 'submissions';
  readonly cap: number;
  /** Undefined while it loads, and if it can't be read. */
  readonly used: number | undefined;
}

/** The daily limits of chats and forms with today's use, those that are nearly reached first. `today` is the date in UTC. */
export function useDailyLimits(today: string): readonly DailyLimit[] {
  const canRead = useCan('interfaces:read');
  const canSeeUsage = useCan('insights:read');
  const chatList = chatInterfaces.useAll({
    enabled: canRead,
    // A chat says itself how many messages it got today.
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ limits }) => limits.daily_messages !== null) && figuresPollMs,
  });
  const formList = forms.useAll({ enabled: canRead });
  const knownChats = (chatList.data ?? []).map((chat) => ({ ...chat, href: `/chat/${chat.id}/access` }));
  const knownForms = (formList.data ?? []).map((form) => ({ ...form, href: `/forms/${form.id}/settings` }));
  const ofCredits = (canSeeUsage ? [...knownChats, ...knownForms] : []).flatMap(
    ({ id, name, href, limits: { daily_credits: cap } }) => (cap === null ? [] : [{ id, name, href, cap }]),
  );
  const ofMessages = knownChats.flatMap(({ id, name, href, limits: { daily_messages: cap }, messages_today: used }) =>
    cap === null ? [] : [{ id, name, href, cap, used: used ?? undefined }],
  );
  const ofSubmissions = knownForms
    .flatMap(({ id, name, href, limits: { daily_submissions: cap } }) =>
      cap === null ? [] : [{ id, name, href, cap }],
    )
    .slice(0, maxCounted);
  const { data: usage } = useUsage(
    { from: today, group_by: 'interface', days: 'utc' },
    ofCredits.length > 0,
    figuresPollMs,
  );
  const counts = useSubmissionCounts(
    ofSubmissions.map(({ id }) => id),
    today,
  );
  const limits = [
    ...ofCredits.map((limit) => ({
      ...limit,
      unit: 'credits' as const,
      used: usage === undefined ? undefined : (usage.find(({ key }) => key === limit.id)?.credits ?? 0),
    })),
    ...ofMessages.map((limit) => ({ ...limit, unit: 'messages' as const })),
    ...ofSubmissions.map((limit, at) => ({ ...limit, unit: 'submissions' as const, used: counts[at] })),
  ];
  return limits.toSorted((one, other) => shareOf(other) - shareOf(one));
}

/** The number of submissions since `from` of each form. */
function useSubmissionCounts(formIds: readonly string[], from: string): readonly (number | undefined)[] {
  const api = useApi();
  return useQueries({
    queries: formIds.map((id) => ({
      queryKey: ['submissions', id, 'count', from],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page(`/api/v1/form-interfaces/${id}/submissions`, { from, per_page: 1 }, signal)).pagination
          .total_count,
      refetchInterval: manyPollMs,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
}

function shareOf({ used = 0, cap }: { used: number | undefined; cap: number }): number {
  return used / cap;
}
