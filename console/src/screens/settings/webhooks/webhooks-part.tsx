import { Route, Switch } from 'wouter';
import { NotFound } from '../../../ui/states.tsx';
import { WebhookList } from './webhook-list.tsx';
import { WebhookPage } from './webhook-page.tsx';

export default function WebhooksPart() {
  return (
    <Switch>
      <Route path="/settings/webhooks">
        <WebhookList />
      </Route>
      <Route path="/settings/webhooks/:id/:delivery?">
        {({ id, delivery }) => <WebhookPage key={id} id={id} opened={delivery} />}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
