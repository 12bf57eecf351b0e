import { CircleEllipsis, Search } from 'lucide-react';
import { lazy, Suspense } from 'preact/compat';
import { Link, useLocation } from 'wouter';
import { useCan, useSignedIn } from '../data/session.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import { modifierKey } from './modifier-key.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';

interface NavigationProps {
  screens: readonly Screen[];
  onSearch: () => void;
  onShortcuts: () => void;
}

// Without its code, the navigation is still of use.
const NextStep = lazy(async () => import('../screens/home/next-step.tsx').catch(() => ({ default: () => null })));

const groups = ['overview', 'build', 'run', 'settings'] as const;
/** Number of entries in the bottom bar on a phone; the last one opens a menu with the others. */
const barPlaces = 5;
const searchKeys = modifierKey === '⌘' ? '⌘K' : `${modifierKey} K`;

export function Navigation({ screens, onSearch, onShortcuts }: NavigationProps) {
  const say = useTexts(appTexts);
  const canBuild = useCan('interfaces:write');
  const { workspace } = useSignedIn();
  return (
    <>
      <header class="side">
        <div class="side-head">
          <img src="/assets/site/portico.svg" alt="" width="24" height="24" />
          <span class="side-word side-brand">Portico</span>
        </div>
        <button
          type="button"
          class="side-search"
          onClick={onSearch}
          aria-label={`${say('search')} ${searchKeys}`}
          title={say('search')}
        >
          <Search size={16} aria-hidden="true" />
          <span class="side-word">{say('search')}</span>{' '}
          <kbd class="side-word" dir="ltr">
            {searchKeys}
          </kbd>
        </button>
        <nav aria-label={say('mainNavigation')} class="side-nav">
          {groups.map((group) => {
            const members = screens.filter((screen) => screen.group === group);
            if (members.length === 0) return null;
            return (
              <ul key={group}>
                {members.map((screen) => (
                  <li key={screen.name}>
                    <ScreenLink screen={screen} class="side-link" />
                  </li>
                ))}
              </ul>
            );
          })}
        </nav>
        {canBuild && workspace !== null ? (
          <Suspense fallback={null}>
            <NextStep workspaceId={workspace.id} />
          </Suspense>
        ) : null}
        <AccountMenu onShortcuts={onShortcuts} />
      </header>
      <BottomBar screens={screens} />
    </>
  );
}

/** On phones: the first screens, and a menu with the others. */
function BottomBar({ screens }: { screens: readonly Screen[] }) {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  const [, navigate] = useLocation();
  const shown = screens.length <= barPlaces ? screens : screens.slice(0, barPlaces - 1);
  const others = screens.slice(shown.length);
  return (
    <nav class="bar" aria-label={say('mainNavigation')}>
      {shown.map((screen) => (
        <ScreenLink key={screen.name} screen={screen} class="bar-link" />
      ))}
      {others.length === 0 ? null : (
        <Menu
          side="top"
          trigger={
            <button type="button" class="bar-link">
              <CircleEllipsis size={20} aria-hidden="true" />
              <span>{say('more')}</span>
            </button>
          }
        >
          {others.map((screen) => (
            <MenuItem key={screen.name} icon={screen.icon} onSelect={() => navigate(screen.path)}>
              {sayText(screen.title)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  );
}

function ScreenLink({ screen, class: className }: { screen: Screen; class: string }) {
  const sayText = useSayText();
  const [location] = useLocation();
  const { path, icon: Icon, title, count: Count } = screen;
  const isCurrent = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
  return (
    <Link
      href={path}
      className={className}
      title={sayText(title)}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      <span class="link-inside">
        <Icon size={className === 'bar-link' ? 20 : 16} aria-hidden="true" />
        <span class="side-word">{sayText(title)}</span>
        {Count === undefined ? null : <Count isCopy={className === 'bar-link'} />}
      </span>
    </Link>
  );
}
