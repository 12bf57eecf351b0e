import { Route, Switch } from 'wouter';
import { FormList } from './form-list.tsx';
import { FormPage } from './form-page.tsx';

export default function FormsScreen() {
  return (
    <Switch>
      <Route path="/forms">
        <FormList />
      </Route>
      <Route path="/forms/:id/submissions/:submission">
        {({ id, submission }) => <FormPage key={id} id={id} tab="submissions" submission={submission} />}
      </Route>
      <Route path="/forms/:id/:tab?">
        {({ id, tab }) => <FormPage key={id} id={id} tab={tab ?? 'fields'} submission={undefined} />}
      </Route>
    </Switch>
  );
}
