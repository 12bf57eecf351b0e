import { useEffect } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { useSignedIn } from './session.ts';

/** A member without a heartbeat for five minutes counts as away. */
const everyMs = 60_000;

/** Shows the team, and visitors who ask for a person, that the member is present while the console is open. */
export function useHeartbeat(): void {
  const api = useApi();
  const isMember = useSignedIn().user !== null;
  useEffect(() => {
    if (!isMember) return undefined;
    const beat = () => void api.open('POST', '/api/v1/me/heartbeat').catch(() => undefined);
    beat();
    const timer = setInterval(beat, everyMs);
    return () => clearInterval(timer);
  }, [api, isMember]);
}
