import { Link } from 'wouter';
import { useDailyLimits, type DailyLimit } from '../../data/limits.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { homeTexts } from './texts.ts';

/** Today's use of the limits of chats and forms; nothing if there is no limit. */
export function Spend({ today }: { today: string }) {
  const say = useTexts(homeTexts);
  const limits = useDailyLimits(today);
  if (limits.length === 0) return null;
  return (
    <section class="card" aria-labelledby="spend">
      <h2 id="spend">{say('spend')}</h2>
      <ul class="spend">
        {limits.map((limit) => (
          <Limit key={`${limit.id} ${limit.unit}`} limit={limit} />
        ))}
      </ul>
    </section>
  );
}

const textOf = { credits: 'spent', messages: 'sent', submissions: 'submitted' } as const;

function Limit({ limit: { name, href, unit, cap, used } }: { limit: DailyLimit }) {
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const text = say(textOf[unit], {
    used: used === undefined ? '–' : formats.number(Math.round(used * 10) / 10),
    cap: formats.number(cap),
  });
  return (
    <li>
      <Link href={href} className="grow">
        <bdi>{name}</bdi>
      </Link>
      <span class="meta">{text}</span>
      <meter
        min={0}
        max={cap}
        high={cap * 0.8}
        optimum={0}
        value={Math.min(used ?? 0, cap)}
        aria-label={`${name}: ${text}`}
      />
    </li>
  );
}
