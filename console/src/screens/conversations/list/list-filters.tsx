import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { conversationTexts } from '../texts.ts';
import { NoticeMenu } from './notice-menu.tsx';

export type View = 'all' | 'waiting' | 'mine' | 'closed';

const views = [
  ['all', 'all'],
  ['waiting', 'waitingView'],
  ['mine', 'mine'],
  ['closed', 'closedView'],
] as const;

/** Milliseconds without a key press until the search starts. */
const pauseMs = 300;

interface Props {
  view: View;
  search: string;
  onView: (view: View) => void;
  onSearch: (text: string) => void;
}

export function ListFilters({ view, search, onView, onSearch }: Props) {
  const say = useTexts(conversationTexts);
  const [typed, setTyped] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onValue = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), pauseMs);
  };
  return (
    <div class="inbox-filters">
      <div class="inbox-search">
        <TextInput
          type="search"
          aria-label={say('searchLabel')}
          placeholder={say('searchPlaceholder')}
          maxLength={200}
          value={typed}
          onValue={onValue}
        />
        <NoticeMenu />
      </div>
      <div class="inbox-views" role="group" aria-label={say('views')}>
        {views.map(([name, text]) => (
          <button key={name} type="button" class="chip" aria-pressed={view === name} onClick={() => onView(name)}>
            {say(text)}
          </button>
        ))}
      </div>
    </div>
  );
}
