import type { Persona } from '@portico/shared-types/api/personas';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { isComposing } from '@portico/browser-kit/is-composing';
import { personas } from '../../../data/personas.ts';
import { toCompared } from '../../../text/to-compared.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { personaTexts } from '../texts.ts';
import { taskListTexts } from './texts.ts';

/** The first step of a new task: the persona that does it. Its page then asks for the inputs. */
export function ChoosePersona({ onClose }: { onClose: () => void }) {
  const say = useTexts(taskListTexts);
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const list = personas.useAll();
  const found = (list.data ?? []).filter((persona) => matches(persona, search));
  return (
    <Dialog open wide onClose={onClose} title={say('choose')}>
      <TextInput
        type="search"
        aria-label={say('search')}
        placeholder={say('search')}
        value={search}
        onValue={setSearch}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && !isComposing(event) && first !== undefined)
            navigate(startAddress(first), { replace: true });
        }}
      />
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={4} />}>
        {(all) => (all.length === 0 ? <NoPersonas /> : <PersonaChoices personas={found} />)}
      </Loaded>
    </Dialog>
  );
}

/** The page of the persona with the form that starts a task. */
const startAddress = ({ id }: Persona): string => `/personas/${id}?new=1`;

function matches({ name, description }: Persona, search: string): boolean {
  return toCompared(`${name} ${description}`).includes(toCompared(search.trim()));
}

function NoPersonas() {
  const say = useTexts(taskListTexts);
  return (
    <>
      <p>{say('noPersonas')}</p>
      <div>
        <LinkButton href="/personas/list">{say('toPersonas')}</LinkButton>
      </div>
    </>
  );
}

function PersonaChoices({ personas: shown }: { personas: readonly Persona[] }) {
  const sayPersona = useTexts(personaTexts);
  const sayUi = useTexts(uiTexts);
  if (shown.length === 0) return <p class="soft">{sayUi('noneFound')}</p>;
  return (
    <ul class="stack">
      {shown.map((persona) => (
        <li key={persona.id} class="persona-choice">
          <Link replace href={startAddress(persona)} className="persona-choice-link" dir="auto">
            {persona.name}
          </Link>
          <span class="meta">{sayPersona(persona.category)}</span>
          <span class="persona-choice-text" dir="auto">
            {persona.description}
          </span>
        </li>
      ))}
    </ul>
  );
}
