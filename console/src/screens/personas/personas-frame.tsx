import type { ComponentChildren } from 'preact';
import { useSayText, useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { parts } from './parts.ts';
import { personaTexts } from './texts.ts';

interface PersonasFrameProps {
  actions: ComponentChildren;
  children: ComponentChildren;
}

/** The frame of the two lists: the tasks, and the personas that do them. */
export function PersonasFrame({ actions, children }: PersonasFrameProps) {
  const say = useTexts(personaTexts);
  const sayText = useSayText();
  return (
    <Page title={say('personas')} purpose={say('purpose')} wide actions={actions}>
      <LinkTabs
        label={say('personas')}
        tabs={parts.map(({ path, title }) => ({ href: path, title: sayText(title) }))}
      />
      {children}
    </Page>
  );
}
