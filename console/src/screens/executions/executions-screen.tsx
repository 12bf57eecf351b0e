import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { ExecutionList } from './list/execution-list.tsx';
import { ExecutionPage } from './page/execution-page.tsx';
import './executions.css';

export default function ExecutionsScreen() {
  return (
    <Switch>
      <Route path="/executions">
        <ExecutionList />
      </Route>
      <Route path="/executions/:id">{({ id }) => <ExecutionPage key={id} id={id} />}</Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
