import { useEffect, useState } from 'preact/hooks';
import { startOfDay } from '../../text/start-of-day.ts';

const checkMs = 60_000;

/** The day in a time zone, and when it began; it changes while the screen stays open. Usage and limits count days in UTC. */
export function useToday(timeZone = 'UTC'): { day: string; at: string } {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), checkMs);
    return () => clearInterval(timer);
  }, []);
  return startOfDay(0, timeZone, now);
}
