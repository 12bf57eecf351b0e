import type { Persona } from '@portico/shared-types/api/personas';
import { Play } from 'lucide-react';
import { personas } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { NoPermission } from '../../../ui/states.tsx';
import { LinkTabs, toTabLinks } from '../../../ui/tabs.tsx';
import { useNewDialog } from '../../../ui/use-list-state.ts';
import { StartTask } from '../start/start-task.tsx';
import { TaskList } from '../tasks/task-list.tsx';
import { personaTexts } from '../texts.ts';
import { Overview } from './overview.tsx';
import { PersonaMenu } from './persona-menu.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { personaPageTexts } from './texts.ts';

export const personaTabs = ['overview', 'tasks', 'settings'] as const;
export type PersonaTab = (typeof personaTabs)[number];

export function PersonaPage({ id, tab }: { id: string; tab: PersonaTab }) {
  const say = useTexts(personaTexts);
  const persona = personas.useOne(id);
  return (
    <LoadedPage query={persona} title={say('persona')}>
      {(loaded) => <OpenPersona persona={loaded} tab={tab} />}
    </LoadedPage>
  );
}

/** One persona: what it does, the tasks it has done, and for those who may change it, its settings. */
function OpenPersona({ persona, tab }: { persona: Persona; tab: PersonaTab }) {
  const say = useTexts(personaPageTexts);
  const sayPersona = useTexts(personaTexts);
  const canStart = useCan('personas:execute');
  const canWrite = useCan('personas:write');
  const [isStarting, setStarting] = useNewDialog();
  const start = canStart ? (
    <Button look="primary" icon={Play} onClick={() => setStarting(true)}>
      {sayPersona('startTask')}
    </Button>
  ) : null;
  return (
    <Page
      title={persona.name}
      wide
      back={{ href: '/personas/list', title: sayPersona('personas') }}
      actions={
        <>
          {canWrite ? <PersonaMenu persona={persona} /> : null}
          {start}
        </>
      }
    >
      <LinkTabs
        label={persona.name}
        tabs={toTabLinks<PersonaTab>(`/personas/${persona.id}`, {
          overview: { title: say('overview') },
          tasks: { title: sayPersona('tasks') },
          settings: canWrite ? { title: say('settings') } : undefined,
        })}
      />
      {tab === 'overview' ? <Overview persona={persona} /> : null}
      {tab === 'tasks' ? <TaskList personaId={persona.id} startAction={start} /> : null}
      {canWrite ? <SettingsTab persona={persona} isShown={tab === 'settings'} /> : null}
      {tab === 'settings' && !canWrite ? <NoPermission scopes="personas:write" /> : null}
      {isStarting && canStart ? <StartTask persona={persona} onClose={() => setStarting(false)} /> : null}
    </Page>
  );
}
