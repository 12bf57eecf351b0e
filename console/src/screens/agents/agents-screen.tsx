import { Route, Switch } from 'wouter';
import { AgentList } from './agent-list.tsx';
import { AgentPage } from './agent-page.tsx';
import './agents.css';

export default function AgentsScreen() {
  return (
    <Switch>
      <Route path="/agents">
        <AgentList />
      </Route>
      <Route path="/agents/:id/:tab?">{({ id, tab }) => <AgentPage key={id} id={id} tab={tab ?? 'setup'} />}</Route>
    </Switch>
  );
}
