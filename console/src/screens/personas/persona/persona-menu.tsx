import type { Persona } from '@portico/shared-types/api/personas';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { personas } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { personaPageTexts } from './texts.ts';

export function PersonaMenu({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  const sayUi = useTexts(uiTexts);
  const [, navigate] = useLocation();
  const remove = personas.useRemove();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={sayUi('more')} icon={Ellipsis} look="secondary" />}>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          {say('deleteAction')}
        </MenuItem>
      </Menu>
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteTitle', { name: persona.name })}
        text={say('deleteText')}
        action={say('deleteAction')}
        onConfirm={async () => {
          await remove.mutateAsync(persona.id);
          navigate('/personas/list', { replace: true });
        }}
      />
    </>
  );
}
