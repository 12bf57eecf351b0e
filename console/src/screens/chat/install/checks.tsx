import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { useTexts } from '../../../text/use-texts.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { installTexts } from './texts.ts';
import { useCheckText } from './use-check-text.ts';

interface ChecksProps {
  checks: readonly InterfaceCheck[];
  chatId: string;
  agentId: string;
}

/** The requirements before going live, each with a link to fix it. */
export function Checks({ checks, chatId, agentId }: ChecksProps) {
  const say = useTexts(installTexts);
  const sayCheck = useCheckText();
  const places: Partial<Record<InterfaceCheck['name'], string>> = {
    agent: `/agents/${agentId}`,
    knowledge: `/agents/${agentId}`,
    caps: `/chat/${chatId}/access`,
    origins: `/chat/${chatId}/access`,
    domains: `/chat/${chatId}/access`,
  };
  return (
    <ul class="checks">
      {checks.map(({ name, ok, reason, values, items }) => {
        const place = places[name];
        return (
          <li key={name} class={ok ? 'check check-ok' : 'check check-open'}>
            {ok ? <CircleCheck size={18} aria-hidden="true" /> : <CircleAlert size={18} aria-hidden="true" />}
            <div class="stack-tight">
              <h3>
                {say(name)} <span class="visually-hidden">{say(ok ? 'inOrder' : 'open')}</span>
              </h3>
              <p class="soft">{sayCheck({ reason, values })}</p>
              {items === undefined ? null : (
                <ul class="check-items">
                  {items.map((item) => (
                    <CheckItem key={item.name} item={item} />
                  ))}
                </ul>
              )}
              {ok || place === undefined ? null : <Link href={place}>{say('putInOrder')}</Link>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** A domain or site; a domain that isn't verified has the DNS record to add. */
function CheckItem({ item }: { item: NonNullable<InterfaceCheck['items']>[number] }) {
  const sayCheck = useCheckText();
  const { record, value } = item.values;
  return (
    <li>
      <bdi>{item.name}</bdi>{' '}
      <span class="soft">
        {sayCheck(item)} {item.last_seen_at === undefined ? null : <Time at={item.last_seen_at} />}
      </span>
      {record === undefined || value === undefined ? null : (
        <div class="line">
          <code dir="ltr" class="grow">
            {record} TXT {value}
          </code>
          <CopyButton text={String(value)} iconOnly />
        </div>
      )}
    </li>
  );
}
