import { useEndSession, useSessions } from '../../../data/settings.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameBrowser } from './name-browser.ts';
import { accountTexts } from './texts.ts';

/** The browsers in which the member is signed in. */
export function SessionList() {
  const say = useTexts(accountTexts);
  const sessions = useSessions();
  const end = useEndSession();
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
