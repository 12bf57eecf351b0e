import { Plus, type LucideIcon } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { type FoundRows, ListSearch } from './list-search.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { EmptyState, Loaded, Skeleton } from './states.tsx';
import { useListState, useNewDialog } from './use-list-state.ts';

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
  const { setPage } = useListState();
  const [isCreating, setCreating] = useNewDialog();
  const button =
    create === undefined ? undefined : (
      <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
        {create}
      </Button>
    );
  return (
    <Page title={title} purpose={purpose} wide actions={button}>
      <ListSearch query={list}>
        {(noneFound) => (
          <Loaded query={list} skeleton={<Skeleton kind="rows" lines={5} />}>
            {({ data, pagination }) =>
              data.length === 0 ? (
                (noneFound ?? (
                  <EmptyState icon={icon} title={emptyTitle} text={emptyText}>
                    {button}
                  </EmptyState>
                ))
              ) : (
                <>
                  {children(data)}
                  <Pager pagination={pagination} onPage={setPage} />
                </>
              )
            }
          </Loaded>
        )}
      </ListSearch>
      {isCreating ? renderDialog(() => setCreating(false)) : null}
    </Page>
  );
}
