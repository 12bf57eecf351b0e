import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { PersonaPage, personaTabs, type PersonaTab } from './persona/persona-page.tsx';
import { PersonaListTab } from './persona/persona-list-tab.tsx';
import { TaskPage } from './task/task-page.tsx';
import { TasksTab } from './tasks/tasks-tab.tsx';
import './personas.css';

const personaPath = withTabs('/personas/:id', personaTabs);

export default function PersonasScreen() {
  return (
    <Switch>
      <Route path="/personas">
        <TasksTab />
      </Route>
      <Route path="/personas/list">
        <PersonaListTab />
      </Route>
      <Route path="/personas/tasks/:id">{({ id }) => <TaskPage key={id} id={id} />}</Route>
      <Route<TabParams<PersonaTab>> path={personaPath}>
        {({ id, tab = 'overview' }) => <PersonaPage key={id} id={id} tab={tab} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
