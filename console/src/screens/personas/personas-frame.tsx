import type { ComponentChildren } from 'preact';
import { useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { personaTexts } from './texts.ts';

interface PersonasFrameProps {
  actions: ComponentChildren;
  children: ComponentChildren;
}

/** The frame of the two lists: the tasks, and the personas that do them. */
export function PersonasFrame({ actions, children }: PersonasFrameProps) {
  const say = useTexts(personaTexts);
  return (
    <Page title={say('personas')} purpose={say('purpose')} wide actions={actions}>
      <LinkTabs
        label={say('personas')}
        tabs={[
          { href: '/personas', title: say('tasks') },
          { href: '/personas/list', title: say('personas') },
        ]}
      />
      {children}
    </Page>
  );
}
