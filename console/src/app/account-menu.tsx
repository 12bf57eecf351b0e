import { languageNames } from '@portico/shared-types/languages/lists/languages';
import { BookOpen, ChevronsUpDown, Keyboard, LogOut } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useSignedIn, useSignOut } from '../data/session.ts';
import { consoleLanguages } from '../text/texts.ts';
import { useLanguage, useTexts } from '../text/use-texts.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { toOptions } from '../ui/to-options.ts';
import { useToaster } from '../ui/toaster.tsx';
import { keepWorkspace } from './kept-workspace.ts';
import { keepTheme, readTheme, themes, type Theme } from './preferences.ts';
import { appTexts } from './texts.ts';

const themeKeys = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** The signed-in person and workspace; language, appearance, other workspaces, sign out. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const say = useTexts(appTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const me = useSignedIn();
  const signOut = useSignOut();
  const { language, setLanguage } = useLanguage();
  const [theme, setTheme] = useState(readTheme);
  const name = me.user?.name ?? me.api_key?.name ?? say('keySession');
  const workspaces = me.workspaces ?? [];

  const chooseTheme = (chosen: Theme) => {
    keepTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button type="button" class="account">
          <span class="visually-hidden">{say('account')}</span>
          <Avatar name={name} picture={me.user?.avatar_url} />
          <span class="side-word account-names">
            <span class="account-name">{name}</span>
            <span class="meta">{me.workspace?.name}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden="true" className="side-word" />
        </button>
      }
    >
      {workspaces.length > 1 ? (
        <>
          <MenuChoice
            label={say('workspace')}
            value={me.workspace?.id ?? ''}
            options={toOptions(workspaces)}
            onValue={openWorkspace}
          />
          <MenuSeparator />
        </>
      ) : null}
      <MenuChoice
        label={say('theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: say(themeKeys[value]) }))}
        onValue={chooseTheme}
      />
      <MenuSeparator />
      <MenuChoice
        label={say('language')}
        value={language}
        options={consoleLanguages.map((value) => ({ value, label: languageNames[value] }))}
        onValue={setLanguage}
      />
      <MenuSeparator />
      <MenuItem icon={BookOpen} onSelect={() => window.open('/docs', '_blank', 'noopener')}>
        {say('documentation')}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={onShortcuts}>
        {say('shortcuts')}
      </MenuItem>
      <MenuItem
        icon={LogOut}
        onSelect={() => signOut.mutate(undefined, { onError: (error) => toaster.failed(explain(error)) })}
      >
        {say('signOut')}
      </MenuItem>
    </Menu>
  );
}

/** Opens another workspace at its home screen, because this one's addresses don't exist there. */
function openWorkspace(id: string): void {
  keepWorkspace(id);
  location.assign('/console');
}
