import { useEffect, useState } from 'preact/hooks';

const checkMs = 60_000;

/** The date in UTC, which figures and limits use; it changes while the screen stays open. */
export function useToday(): string {
  const [today, setToday] = useState(dateInUtc);
  useEffect(() => {
    const timer = setInterval(() => setToday(dateInUtc()), checkMs);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function dateInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}
