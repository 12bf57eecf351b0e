import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { ChatList } from './chat-list.tsx';
import { ChatPage, chatTabs, type ChatTab } from './chat-page.tsx';
import './chat.css';

const chatPath = withTabs('/chat/:id', chatTabs);

export default function ChatScreen() {
  return (
    <Switch>
      <Route path="/chat">
        <ChatList />
      </Route>
      <Route<TabParams<ChatTab>> path={chatPath}>
        {({ id, tab = 'look' }) => <ChatPage key={id} id={id} tab={tab} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
