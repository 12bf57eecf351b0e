import type { InsightFigures } from '@portico/shared-types/api/insights';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Figure } from '../../ui/figure.tsx';
import { improveTexts } from './texts.ts';

export function TotalFigures({ totals }: { totals: InsightFigures }) {
  const say = useTexts(improveTexts);
  const formats = useFormats();
  const duration = (milliseconds: number | null) => (milliseconds === null ? '–' : formats.duration(milliseconds));
  const { conversations, resolved_by_agent: resolved } = totals;
  return (
    <ul class="figures">
      <Figure title={say('conversations')} value={formats.number(conversations)} />
      <Figure
        title={say('resolution')}
        value={conversations === 0 ? '–' : formats.percent(resolved / conversations)}
        note={`${say('resolved')}: ${formats.number(resolved)}`}
      />
      <Figure title={say('handedOver')} value={formats.number(totals.handed_over)} />
      <Figure
        title={say('firstReplyAgent')}
        value={duration(totals.first_reply_ms_agent_median)}
        note={say('median')}
      />
      <Figure
        title={say('firstReplyPerson')}
        value={duration(totals.first_reply_ms_person_median)}
        note={say('median')}
      />
      <Figure
        title={say('thumbs')}
        value={`${formats.number(totals.thumbs_up)} / ${formats.number(totals.thumbs_down)}`}
      />
      <Figure
        title={say('csat')}
        value={totals.csat_average === null ? '–' : formats.number(Math.round(totals.csat_average * 10) / 10)}
        note={say('csatCount', { count: totals.csat_count })}
      />
      <Figure
        title={say('credits')}
        value={formats.number(Math.round(totals.credits * 10) / 10)}
        note={say('creditsMean')}
      />
    </ul>
  );
}
