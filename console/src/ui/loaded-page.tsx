import type { ComponentChildren } from 'preact';
import { Page } from './page.tsx';
import { Loaded, Skeleton } from './states.tsx';

interface LoadedPageProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The title until the item and its name are loaded, such as that of the list. */
  title: string;
  wide?: boolean;
  kind?: 'text' | 'rows';
  /** The whole page of the item. */
  children: (data: Data) => ComponentChildren;
}

/** The page of one item; it has a title while the item is loading, and if it can't be loaded. */
export function LoadedPage<Data>({ query, title, wide = false, kind = 'text', children }: LoadedPageProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return (
    <Page title={title} wide={wide} isLoading={query.error === null}>
      <Loaded query={query} skeleton={<Skeleton lines={8} kind={kind} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}
