import type { Scope } from '@portico/shared-types/api/api-keys';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Suspense, lazy } from 'preact/compat';
import { Route, Switch, useLocation } from 'wouter';
import { useHeartbeat } from '../data/heartbeat.ts';
import { useSignedIn } from '../data/session.ts';
import { screens } from '../screens/screens.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Page } from '../ui/page.tsx';
import { lazyView } from '../ui/lazy-view.tsx';
import { ScreenContext } from '../ui/screen-context.ts';
import { NoPermission, Skeleton } from '../ui/states.tsx';
import { startTooltips } from '../ui/tooltips.ts';
import { CommandSearch, loadCommandMenu } from './command-search.tsx';
import { Navigation } from './navigation.tsx';
import { NothingHere } from './nothing-here.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import type { Screen } from './screen.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { appTexts } from './texts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutList = lazy(async () => import('./shortcut-list.tsx'));

/** Milliseconds after the start during which only the first screen is loaded. */
const searchAfterMs = 3_000;

// Created once: a component that is created again would be mounted again.
const routes = screens.map((screen) => ({ screen, View: lazyView(screen.load) }));

/** Navigation, and the screen of the address. */
export function Frame() {
  const say = useTexts(appTexts);
  const { scopes } = useSignedIn();
  const [location] = useLocation();
  useHeartbeat();
  const [open, setOpen] = useState<'search' | 'shortcuts' | null>(null);
  const onSearch = useCallback(() => setOpen('search'), []);
  const onShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const onClose = useCallback(() => setOpen(null), []);
  useShortcuts({ onSearch, onShortcuts, isSearching: open === 'search' });
  useEffect(() => startTooltips(document), []);
  useEffect(() => {
    // Loaded before the first ⌘K, so that the menu opens at once.
    const timer = setTimeout(() => void loadCommandMenu().catch(() => undefined), searchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const allowed = routes.filter(({ screen }) => isAllowed(screen.scopes, scopes));
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {say('skip')}
      </a>
      <Navigation screens={allowed.map(({ screen }) => screen)} onSearch={onSearch} onShortcuts={onShortcuts} />
      <main id="main" tabIndex={-1}>
        <OfflineBanner />
        <ScreenBoundary place={location}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Switch>
              {routes.map(({ screen, View }) => (
                <Route key={screen.name} path={screen.path === '/' ? '/' : `${screen.path}/*?`}>
                  <ScreenContext.Provider value={screen}>
                    {isAllowed(screen.scopes, scopes) ? <View /> : <ClosedScreen screen={screen} />}
                  </ScreenContext.Provider>
                </Route>
              ))}
              <Route>
                <NothingHere />
              </Route>
            </Switch>
          </Suspense>
        </ScreenBoundary>
      </main>
      {open === 'search' ? <CommandSearch screens={allowed.map(({ screen }) => screen)} onClose={onClose} /> : null}
      <Suspense fallback={null}>
        {open === 'shortcuts' ? <ShortcutList screens={allowed.map(({ screen }) => screen)} onClose={onClose} /> : null}
      </Suspense>
    </div>
  );
}

function isAllowed(needed: readonly Scope[], held: readonly Scope[]): boolean {
  return needed.length === 0 || needed.some((scope) => held.includes(scope));
}

function ScreenSkeleton() {
  return (
    <div class="page">
      <Skeleton lines={6} kind="rows" />
    </div>
  );
}

/** A link can lead to a screen that the member's role doesn't include: that is not the same as a wrong address. */
function ClosedScreen({ screen }: { screen: Screen }) {
  const sayText = useSayText();
  return (
    <Page title={sayText(screen.title)}>
      <NoPermission scopes={screen.scopes.join(', ')} />
    </Page>
  );
}
