import { Ellipsis, Trash2 } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { IconButton } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { uiTexts } from './texts.ts';

export interface MoreMenuProps {
  /** The item's name, if there is a menu for each row. */
  of?: string;
  /** The action that deletes the item, the question, and what is deleted with it. */
  action: string;
  title: string;
  text: string;
  /** Has to be typed first, because the deletion can't be undone. */
  word?: string | undefined;
  /** Rejects with the reason if the item can't be deleted. */
  onDelete: () => Promise<void>;
  /** Other actions. */
  children?: ComponentChildren;
}

/** The rare actions of an item, with its deletion as the last one. */
export function MoreMenu({ of, action, title, text, word, onDelete, children }: MoreMenuProps) {
  const say = useTexts(uiTexts);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={of === undefined ? say('more') : `${say('more')}: ${of}`}
            icon={Ellipsis}
            look="secondary"
          />
        }
      >
        {children}
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          {action}
        </MenuItem>
      </Menu>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        text={text}
        action={action}
        {...(word === undefined ? {} : { word })}
        onConfirm={onDelete}
      />
    </>
  );
}
