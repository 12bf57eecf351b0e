import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { AgentList } from './agent-list.tsx';
import { AgentPage, agentTabs, type AgentTab } from './agent-page.tsx';
import './agents.css';

const agentPath = withTabs('/agents/:id', agentTabs);

export default function AgentsScreen() {
  return (
    <Switch>
      <Route path="/agents">
        <AgentList />
      </Route>
      <Route<TabParams<AgentTab>> path={agentPath}>
        {({ id, tab = 'setup' }) => <AgentPage key={id} id={id} tab={tab} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
