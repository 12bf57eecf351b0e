import { useCan } from '../../data/session.ts';
import { useTaskCount } from '../../data/task-count.ts';
import { useFormats } from '../../text/formats.ts';
import type { Texts } from '../../text/texts.ts';
import { useTexts } from '../../text/use-texts.ts';

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
  const formats = useFormats();
  const count = useTaskCount('awaiting_approval', useCan('executions:approve')) ?? 0;
  if (count === 0) return null;
  return (
    <span class="side-count" role="img" aria-label={say('toDecide', { count })}>
      {count > 99 ? '99+' : formats.number(count)}
    </span>
  );
}
