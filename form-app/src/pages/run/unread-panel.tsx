import type { RunItem } from '../../store/run/run-items.ts';
import { fieldKey } from '../../text/error-keys.ts';
import { displayName } from '../../text/display-name.ts';
import { useTexts } from '../../text/texts-context.ts';
import { Icon } from '../../ui/icon.tsx';

/** What the result had to do without, and why. */
export function UnreadPanel({ items }: { items: readonly RunItem[] }) {
  const texts = useTexts();
  const unread = items.filter(({ state }) => state === 'unread');
  if (unread.length === 0) return null;
  return (
    <section class="notice notice-wait unread" aria-labelledby="unread-title">
      <Icon name="alert" />
      <div>
        <h2 id="unread-title">{texts.say('unreadTitle')}</h2>
        <p>{texts.say('unreadText')}</p>
        <ul>
          {unread.map(({ id, name, kind, fault }) => (
            <li key={id}>
              <bdi class="unread-name" dir="auto">
                {displayName(name)}
              </bdi>{' '}
              <span>{texts.say(fieldKey(fault ?? 'invalid', kind === 'file' ? 'files' : 'urls'))}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
