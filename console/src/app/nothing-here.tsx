import { Compass } from 'lucide-react';
import { useContext } from 'preact/hooks';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenContext } from '../ui/screen-context.ts';
import { EmptyState } from '../ui/states.tsx';
import { uiTexts } from '../ui/texts.ts';
import { appTexts } from './texts.ts';

/** The page of an address that doesn't exist, with a link to the screen that it is below, if there is one. */
export function NothingHere() {
  const screen = useContext(ScreenContext);
  const say = useTexts(appTexts);
  const sayUi = useTexts(uiTexts);
  const sayText = useSayText();
  return (
    <Page
      title={sayUi('notFoundTitle')}
      {...(screen === undefined ? {} : { back: { href: screen.path, title: sayText(screen.title) } })}
    >
      <EmptyState icon={Compass} text={say('notFoundText')}>
        <LinkButton href="/">{sayUi('goHome')}</LinkButton>
      </EmptyState>
    </Page>
  );
}
