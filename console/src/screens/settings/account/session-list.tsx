import { useEndSession, useSessions } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { accountTexts } from './texts.ts';

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The browsers in which the member is signed in. */
export function SessionList() {
  const say = useTexts(accountTexts);
  const sessions = useSessions();
  const end = useEndSession({ onFailed: useReportFailure() });
  return (
    <Loaded query={sessions}>
      {(list) => (
        <ul class="stack">
          {list.map(({ id, user_agent: agent, ip, last_seen_at: at, current }) => (
            <li key={id} class="choice">
              <div class="stack-tight">
                <strong>{agent === null ? say('unknown') : nameBrowser(agent)}</strong>
                <span class="meta">
                  {ip === null ? '' : `${ip} · `}
                  <Time at={at} />
                </span>
              </div>
              <span />
              {current ? (
                <Badge tone="good">{say('thisOne')}</Badge>
              ) : (
                <Button busy={end.isPending} onClick={() => end.mutate(id)}>
                  {say('end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The browser and system of a User-Agent header by their common names; the header itself if unknown. */
function nameBrowser(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => userAgent.includes(part))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' · ') || userAgent;
}
