import { Plus } from 'lucide-react';
import { useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuGroup, MenuItem } from '../../../ui/menu.tsx';
import { fieldTexts } from '../nodes/field-texts.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { useFieldScope } from './field-context.ts';
import { findTextControl, insertAtCaret, type Syntax } from './insert-at-caret.ts';
import type { NameGroup } from './list-names.ts';

/** Lists the values that an expression can use, and inserts the chosen one at the caret of its field. */
export function InsertMenu({ field, syntax }: { field: string; syntax: Syntax }) {
  const say = useTexts(fieldTexts);
  const titleOf = useNodeTitle();
  const { names, last, readOnly } = useFieldScope();
  const place = useRef<HTMLSpanElement>(null);
  if (readOnly) return null;
  const insert = (name: string) => {
    const control = findTextControl(place.current?.closest('.field, .list-field'), last.current);
    if (control !== undefined) insertAtCaret(control, name, syntax);
  };
  const titles = { inputs: say('inputsGroup'), loop: say('loopGroup'), execution: say('executionGroup') };
  const labelOf = ({ kind, node }: NameGroup) =>
    kind === 'node' ? (node === undefined ? '' : titleOf(node)) : titles[kind];
  return (
    <span ref={place} class="field-tool">
      <Menu
        trigger={
          <Button look="quiet" icon={Plus} aria-label={say('insertInto', { field })}>
            {say('insert')}
          </Button>
        }
      >
        {names.map((group) => (
          <MenuGroup key={group.node?.id ?? group.kind} label={labelOf(group)}>
            {group.names.map((name) => (
              <MenuItem key={name} onSelect={() => insert(name)}>
                <code dir="ltr">{name}</code>
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
      </Menu>
    </span>
  );
}
