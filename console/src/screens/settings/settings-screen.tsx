import { Suspense } from 'preact/compat';
import { Route, Switch } from 'wouter';
import { useSignedIn } from '../../data/session.ts';
import { useSayText, useTexts } from '../../text/use-texts.ts';
import { lazyView } from '../../ui/lazy-view.tsx';
import { Page } from '../../ui/page.tsx';
import { NoPermission, NotFound, Skeleton } from '../../ui/states.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { parts } from './parts.ts';
import { settingsTexts } from './texts.ts';
import './settings.css';

const routes = parts.map((part) => ({ ...part, View: lazyView(part.load) }));

export default function SettingsScreen() {
  const say = useTexts(settingsTexts);
  const sayText = useSayText();
  const { scopes } = useSignedIn();
  const allowed = routes.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  return (
    <Page title={say('settings')}>
      <LinkTabs
        label={say('settings')}
        tabs={allowed.map(({ path, title }) => ({ href: path, title: sayText(title) }))}
      />
      <Suspense fallback={<Skeleton lines={5} kind="rows" />}>
        <Switch>
          {routes.map(({ path, scope, View }) => (
            <Route key={path} path={path === '/settings' ? path : `${path}/*?`}>
              {scope === undefined || scopes.includes(scope) ? <View /> : <NoPermission scopes={scope} />}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </Page>
  );
}
