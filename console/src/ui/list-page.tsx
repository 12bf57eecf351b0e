import type { LucideIcon } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { CreateButton } from './create-button.tsx';
import { FoundList, type FoundRows } from './found-list.tsx';
import { Page } from './page.tsx';
import { EmptyState } from './states.tsx';
import { useNewDialog } from './use-list-state.ts';

interface ListPageProps<Row> {
  title: string;
  purpose: string;
  icon: LucideIcon;
  emptyTitle: string;
  emptyText: string;
  /** The name of the button that creates an item; undefined for members who may not. */
  create: string | undefined;
  list: FoundRows<Row>;
  /** The dialog that creates an item. */
  renderDialog: (onClose: () => void) => ComponentChildren;
  children: (rows: readonly Row[]) => ComponentChildren;
}

/** The screen of a list: its items in pages, a search, and the button and the dialog that create one. */
export function ListPage<Row>({ title, purpose, icon, create, list, ...texts }: ListPageProps<Row>) {
  const { emptyTitle, emptyText, renderDialog, children } = texts;
  const [isCreating, setCreating] = useNewDialog();
  const button = create === undefined ? undefined : <CreateButton label={create} onClick={() => setCreating(true)} />;
  return (
    <Page title={title} purpose={purpose} wide actions={button}>
      <FoundList
        query={list}
        lines={5}
        empty={
          <EmptyState icon={icon} title={emptyTitle} text={emptyText}>
            {button}
          </EmptyState>
        }
      >
        {children}
      </FoundList>
      {isCreating && create !== undefined ? renderDialog(() => setCreating(false)) : null}
    </Page>
  );
}
