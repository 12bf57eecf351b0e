import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../../api/api-context.ts';
import { useWorkspace } from '../../data/settings.ts';
import { startOfDay } from '../../text/start-of-day.ts';

const checkMs = 60_000;

export interface Today {
  readonly day: string;
  /** When it began; ISO 8601. */
  readonly at: string;
}

/** The day in the workspace's time zone; undefined as long as that is not known. */
export function useLocalToday(): Today | undefined {
  const workspace = useWorkspace();
  const today = useToday(workspace.data?.timezone);
  return workspace.isPending ? undefined : today;
}

/** The day in a time zone, which changes while the screen stays open. Daily limits count days in UTC. */
export function useToday(timeZone = 'UTC'): Today {
  const api = useApi();
  const [now, setNow] = useState(() => api.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(api.now()), checkMs);
    return () => clearInterval(timer);
  }, [api]);
  return startOfDay(0, timeZone, now);
}
