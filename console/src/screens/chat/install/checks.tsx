import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { useLanguage, useTexts } from '../../../text/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { checkTexts } from './check-texts.ts';
import { installTexts } from './texts.ts';

interface ChecksProps {
  checks: readonly InterfaceCheck[];
  chatId: string;
  agentId: string;
}

/** The requirements before going live, each with a link to fix it. */
export function Checks({ checks, chatId, agentId }: ChecksProps) {
  const say = useTexts(installTexts);
  const sayCheck = useTexts(checkTexts);
  const { language } = useLanguage();
  const places: Partial<Record<InterfaceCheck['name'], string>> = {
    agent: `/agents/${agentId}`,
    knowledge: `/agents/${agentId}`,
    caps: `/chat/${chatId}/access`,
    origins: `/chat/${chatId}/access`,
    domains: `/chat/${chatId}/access`,
  };
  return (
    <ul class="checks">
      {checks.map(({ name, ok, message, items }) => {
        const place = places[name];
        return (
          <li key={name} class={ok ? 'check check-ok' : 'check check-open'}>
            {ok ? <CircleCheck size={18} aria-hidden="true" /> : <CircleAlert size={18} aria-hidden="true" />}
            <div class="stack-tight">
              <h3>
                {say(name)} <span class="visually-hidden">{say(ok ? 'inOrder' : 'open')}</span>
              </h3>
              {language === 'en' ? null : <p class="soft">{sayCheck(`${name}_${ok ? 'ok' : 'open'}`)}</p>}
              {language !== 'en' && ok ? null : (
                <p class={language === 'en' ? 'soft' : 'meta'} lang="en" dir="auto">
                  {message}
                </p>
              )}
              {items === undefined ? null : (
                <ul class="check-items">
                  {items.map((item) => (
                    <li key={item.name}>
                      <bdi>{item.name}</bdi>{' '}
                      <span class="soft">
                        {item.message} {item.last_seen_at === undefined ? null : <Time at={item.last_seen_at} />}
                      </span>
                    </li>
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
