import { Suspense } from 'preact/compat';
import { Route, Switch, useLocation } from 'wouter';
import { isOpenTo } from '../../app/screen.ts';
import { useSignedIn } from '../../data/session.ts';
import { useSayText, useTexts } from '../../text/use-texts.ts';
import { lazyView } from '../../ui/lazy-view.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenContext } from '../../ui/screen-context.ts';
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
  const [location] = useLocation();
  const allowed = routes.filter((part) => isOpenTo(part, scopes));
  const current = routes.find(
    ({ path, hasItems }) => location === path || (hasItems === true && isBelow(path, location)),
  );
  return (
    <Page title={say('settings')}>
      <LinkTabs
        label={say('settings')}
        tabs={allowed.map(({ path, title }) => ({ href: path, title: sayText(title) }))}
        current={current?.path ?? ''}
      />
      <Suspense fallback={<Skeleton lines={5} kind="rows" />}>
        <Switch>
          {routes.map(({ View, ...part }) => (
            <Route key={part.path} path={part.hasItems === true ? `${part.path}/*?` : part.path}>
              <ScreenContext.Provider value={part}>
                {isOpenTo(part, scopes) ? <View /> : <NoPermission scopes={part.scope ?? ''} />}
              </ScreenContext.Provider>
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

const isBelow = (path: string, location: string): boolean => location.startsWith(`${path}/`);
