import { Route, Switch } from 'wouter';
import { ChatList } from './chat-list.tsx';
import { ChatPage } from './chat-page.tsx';
import './chat.css';

export default function ChatScreen() {
  return (
    <Switch>
      <Route path="/chat">
        <ChatList />
      </Route>
      <Route path="/chat/:id/:tab?">{({ id, tab }) => <ChatPage key={id} id={id} tab={tab ?? 'look'} />}</Route>
    </Switch>
  );
}
