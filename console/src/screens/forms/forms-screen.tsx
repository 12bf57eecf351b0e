import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { withTabs, type TabParams } from '../../app/with-tabs.ts';
import { FormList } from './form-list.tsx';
import { FormPage, formTabs, type FormTab } from './form-page.tsx';

const formPath = withTabs('/forms/:id', formTabs);

export default function FormsScreen() {
  return (
    <Switch>
      <Route path="/forms">
        <FormList />
      </Route>
      <Route path="/forms/:id/submissions/:submission">
        {({ id, submission }) => <FormPage key={id} id={id} tab="submissions" submission={submission} />}
      </Route>
      <Route<TabParams<FormTab>> path={formPath}>
        {({ id, tab = 'fields' }) => <FormPage key={id} id={id} tab={tab} submission={undefined} />}
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}
