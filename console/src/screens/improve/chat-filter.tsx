import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { ItemSelect } from '../../ui/item-select.tsx';
import { improveTexts } from './texts.ts';

/** Shows every chat, or one of them. */
export function ChatFilter({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const say = useTexts(improveTexts);
  const chats = chatInterfaces.useAll({ enabled: useCan('interfaces:read') });
  return (
    <ItemSelect
      aria-label={say('chat')}
      query={chats}
      resource={chatInterfaces}
      none={{ value: '', label: say('everyChat') }}
      value={value}
      onValue={onValue}
    />
  );
}
