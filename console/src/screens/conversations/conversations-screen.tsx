import { MessagesSquare } from 'lucide-react';
import { useEffect } from 'preact/hooks';
import { Route, Switch } from 'wouter';
import { useLiveConversations } from '../../data/live-conversations.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ConversationList } from './list/conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { conversationTexts } from './texts.ts';
import './conversations.css';

/** The list beside the conversation in the address; on a phone, only one of the two. */
export default function ConversationsScreen() {
  const say = useTexts(conversationTexts);
  const live = useLiveConversations();
  useEffect(() => {
    document.title = `${say('conversations')} · Portico`;
  }, [say]);
  return (
    <Route path="/conversations/:id?">
      {({ id }) => (
        <div class={id === undefined ? 'inbox' : 'inbox inbox-open'}>
          <h1 class="visually-hidden">{say('conversations')}</h1>
          <ConversationList currentId={id} />
          <div class="inbox-main">
            {live.isLive ? null : <Banner tone="wait">{say('interrupted')}</Banner>}
            <Switch>
              <Route path="/conversations">
                <EmptyState icon={MessagesSquare} title={say('chooseTitle')} text={say('chooseText')} />
              </Route>
              <Route path="/conversations/:id">
                {(params) => <ConversationView key={params.id} id={params.id} typist={live.typing[params.id]} />}
              </Route>
            </Switch>
          </div>
        </div>
      )}
    </Route>
  );
}
