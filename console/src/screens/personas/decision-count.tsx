import { useCan } from '../../data/session.ts';
import { figuresPollMs, useTotal } from '../../data/totals.ts';
import type { Texts } from '../../text/texts.ts';
import { useTexts } from '../../text/use-texts.ts';
import { SideCount } from '../../ui/side-count.tsx';

// Not in texts.ts, which is loaded with the screen: this is loaded with the navigation.
const countTexts = {
  toDecide: [
    { one: '{count} task waits for a decision', other: '{count} tasks wait for a decision' },
    { one: '{count} Aufgabe wartet auf eine Entscheidung', other: '{count} Aufgaben warten auf eine Entscheidung' },
    {
      one: 'مهمة واحدة تنتظر قرارًا',
      two: 'مهمتان تنتظران قرارًا',
      few: '{count} مهام تنتظر قرارًا',
      other: '{count} مهمة تنتظر قرارًا',
    },
  ],
} satisfies Texts;

/** The number of tasks that wait for a decision of the member, beside the name of the screen. */
export function DecisionCount() {
  const say = useTexts(countTexts);
  const { data: count = 0 } = useTotal(
    '/api/personas/instances?status=awaiting_approval',
    useCan('executions:approve'),
    figuresPollMs,
  );
  return <SideCount count={count} label={say('toDecide', { count })} />;
}
