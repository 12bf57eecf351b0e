import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useUsage } from '../../data/insights.ts';
import { useCan } from '../../data/session.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Link } from 'wouter';
import { homeTexts } from './texts.ts';

/** Today's use of credits by chats with a cap; nothing if there is no cap. */
export function Spend({ today }: { today: string }) {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const canSee = useCan('insights:read');
  const list = chatInterfaces.useList({ per_page: 100 }, { enabled: useCan('interfaces:read') && canSee });
  const capped = (list.data?.data ?? []).filter(({ limits }) => limits.daily_credits !== null);
  const usage = useUsage(today, 'interface', canSee && capped.length > 0);
  if (capped.length === 0) return null;
  return (
    <section class="card" aria-labelledby="spend">
      <h2 id="spend">{say('spend')}</h2>
      <ul class="spend">
        {capped.map(({ id, name, limits }) => {
          const cap = limits.daily_credits ?? 0;
          const used = usage.data?.find(({ key }) => key === id)?.credits ?? 0;
          const text = say('spent', { used: formats.number(Math.round(used * 10) / 10), cap: formats.number(cap) });
          return (
            <li key={id}>
              <Link href={`/chat/${id}/access`} className="grow">
                <bdi>{name}</bdi>
              </Link>
              <span class="meta">{text}</span>
              <meter
                min={0}
                max={cap}
                high={cap * 0.8}
                optimum={0}
                value={Math.min(used, cap)}
                aria-label={`${name}: ${text}`}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
