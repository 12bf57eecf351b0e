import { Route, Switch } from 'wouter';
import { PersonaPage } from './persona/persona-page.tsx';
import { PersonaListTab } from './persona/persona-list-tab.tsx';
import { TaskPage } from './task/task-page.tsx';
import { TasksTab } from './tasks/tasks-tab.tsx';
import './personas.css';

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
      <Route path="/personas/:id/:tab?">
        {({ id, tab }) => <PersonaPage key={id} id={id} tab={tab ?? 'overview'} />}
      </Route>
    </Switch>
  );
}
