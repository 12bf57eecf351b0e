import type { ChatInterface } from '@portico/shared-types/api/chat-interfaces';
import { chatInterfaces, useChecks } from '../../data/chat-interfaces.ts';
import { useCan } from '../../data/session.ts';
import { DraftForm } from '../../form/draft-form.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { LinkTabs, toTabLinks } from '../../ui/tabs.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { ChatActions } from './chat-actions.tsx';
import { InstallTab } from './install/install-tab.tsx';
import { AccessTab } from './parts/access-tab.tsx';
import { BehaviourTab } from './parts/behaviour-tab.tsx';
import { LookTab } from './parts/look-tab.tsx';
import { PeopleTab } from './parts/people-tab.tsx';
import { peopleTexts } from './parts/people-texts.ts';
import { WordsTab } from './parts/words-tab.tsx';
import { ChatPreview } from './preview/chat-preview.tsx';
import { chatTexts } from './texts.ts';

export const chatTabs = ['look', 'words', 'behaviour', 'people', 'access', 'install'] as const;
export type ChatTab = (typeof chatTabs)[number];

export function ChatPage({ id, tab }: { id: string; tab: ChatTab }) {
  const say = useTexts(chatTexts);
  const chat = chatInterfaces.useOne(id);
  return (
    <LoadedPage query={chat} title={say('chats')}>
      {(loaded) => <ChatSettings chat={loaded} tab={tab} />}
    </LoadedPage>
  );
}

function ChatSettings({ chat, tab }: { chat: ChatInterface; tab: ChatTab }) {
  const say = useTexts(chatTexts);
  const sayUi = useTexts(uiTexts);
  const sayPeople = useTexts(peopleTexts);
  const canWrite = useCan('interfaces:write');
  const update = chatInterfaces.useUpdate(chat.id, { quick: true });
  const read = chatInterfaces.useRead(chat.id);
  const checks = useChecks(chat.id);
  const blocking = (checks.data ?? []).filter(({ ok }) => !ok).length;
  return (
    <Page
      title={chat.name}
      wide
      back={{ href: '/chat', title: say('chats') }}
      actions={<ChatActions chat={chat} canWrite={canWrite} />}
    >
      <LinkTabs
        label={chat.name}
        tabs={toTabLinks<ChatTab>(`/chat/${chat.id}`, {
          look: { title: say('look') },
          words: { title: say('words') },
          behaviour: { title: say('behaviour') },
          people: { title: sayPeople('people') },
          access: { title: say('access') },
          install: {
            title: say('install'),
            count: blocking === 0 ? undefined : blocking,
            countOf: say('openChecks', { count: blocking }),
          },
        })}
      />
      {canWrite ? null : <Banner>{sayUi('readOnly')}</Banner>}
      {chat.status === 'paused' ? <Banner tone="wait">{say('pausedText')}</Banner> : null}
      <DraftForm
        name={`chat-interfaces/${chat.id}`}
        saved={chat}
        save={async (changes) => update.mutateAsync(changes)}
        read={read}
        readOnly={!canWrite}
      >
        <div class={canWrite ? 'beside beside-preview' : ''}>
          <div>
            {tab === 'look' ? <LookTab /> : null}
            {tab === 'words' ? <WordsTab /> : null}
            {tab === 'behaviour' ? <BehaviourTab /> : null}
            {tab === 'people' ? <PeopleTab /> : null}
            {tab === 'access' ? <AccessTab chat={chat} checks={checks.data} /> : null}
            {tab === 'install' ? <InstallTab chat={chat} checks={checks} /> : null}
          </div>
          {canWrite ? (
            <aside aria-label={say('preview')}>
              <ChatPreview chat={chat} />
            </aside>
          ) : null}
        </div>
      </DraftForm>
    </Page>
  );
}
