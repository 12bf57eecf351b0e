import type { Persona } from '@portico/shared-types/api/personas';
import { useLocation } from 'wouter';
import { personas } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { useListAddress } from '../../../ui/visited-lists.ts';
import { personaPageTexts } from './texts.ts';

export function PersonaMenu({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/personas/list');
  const remove = personas.useRemove();
  return (
    <MoreMenu
      action={say('deleteAction')}
      title={say('deleteTitle', { name: persona.name })}
      text={say('deleteText')}
      onDelete={async () => {
        await remove.mutateAsync(persona.id);
        navigate(list, { replace: true });
      }}
    />
  );
}
