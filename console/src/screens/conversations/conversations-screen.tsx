import { MessagesSquare } from 'lucide-react';
import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { useLiveConversations } from '../../data/live-conversations.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabTitleContext, useDocumentTitle } from '../../ui/tab-title.ts';
import { useHeading } from '../../ui/use-heading.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { conversationTexts } from './texts.ts';
import './conversations.css';
import './low-window.css';

export default function ConversationsScreen() {
  return (
    <Switch>
      <Route path="/conversations/:id?">{({ id }) => <Inbox currentId={id} />}</Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}

/** The list beside the conversation in the address; on a phone, only one of the two. */
function Inbox({ currentId }: { currentId: string | undefined }) {
  const say = useTexts(conversationTexts);
  const live = useLiveConversations();
  // An open conversation has a heading of its own.
  const heading = useHeading(currentId !== undefined);
  const setName = useDocumentTitle(say('conversations'));
  return (
    <div class={currentId === undefined ? 'inbox' : 'inbox inbox-open'}>
      <h1 ref={heading} class="visually-hidden" tabIndex={-1}>
        {say('conversations')}
      </h1>
      <ConversationList currentId={currentId} />
      <div class="inbox-main">
        {live.isLive ? null : <Banner tone="wait">{say('interrupted')}</Banner>}
        {currentId === undefined ? (
          <EmptyState icon={MessagesSquare} title={say('chooseTitle')} text={say('chooseText')} />
        ) : (
          <TabTitleContext.Provider value={setName}>
            <ConversationView key={currentId} id={currentId} typists={live.typing[currentId] ?? []} />
          </TabTitleContext.Provider>
        )}
      </div>
    </div>
  );
}
