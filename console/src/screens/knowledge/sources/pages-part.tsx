import type { Source } from '@portico/shared-types/api/sources';
import { useMemo, useState } from 'preact/hooks';
import { useCan } from '../../../data/session.ts';
import { useSourcePages } from '../../../data/sources.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Select } from '../../../ui/field.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useListState } from '../../../ui/use-list-state.ts';
import { buildPageTree, countRows, type PageNode } from './page-tree.ts';
import { PageTree } from './page-tree-view.tsx';
import { sourceTexts } from './texts.ts';

const states = ['ready', 'unchanged', 'failed', 'skipped', 'queued'] as const;
/** Branches are open at first if the whole tree fits on about one screen. */
const openRows = 60;

/** The tree of a source's pages with their states; checkboxes decide which are visited. */
export function PagesPart({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  const canWrite = useCan('knowledge-bases:write');
  const { query, setFilter } = useListState();
  const { status = '', q = '' } = query;
  const list = useSourcePages(source.knowledge_base_id, source.id, { status, q });
  const pages = useMemo(() => (list.data?.pages ?? []).flatMap(({ data }) => data), [list.data]);
  const tree = useMemo(() => buildPageTree(pages), [pages]);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isFiltered = status !== '' || q !== '';
  const isShort = isFiltered || countRows(tree) <= openRows;
  const isOpen = (node: PageNode, level: number) => opened.get(node.key) ?? (level === 0 || isShort);
  const setAll = (open: boolean) => setOpened(new Map(branchesOf(tree).map((key) => [key, open])));
  const total = list.data?.pages[0]?.pagination.total_count ?? 0;
  return (
    <div class="stack">
      <div class="toolbar">
        <SearchInput label={say('search')} value={q} onValue={(value) => setFilter('q', value)} />
        <Select
          aria-label={say('status')}
          value={status}
          onValue={(value) => setFilter('status', value)}
          options={[{ value: '', label: say('all') }, ...states.map((value) => ({ value, label: say(value) }))]}
        />
        {isFiltered || pages.length === 0 ? null : (
          <>
            <Button look="quiet" onClick={() => setAll(true)}>
              {say('openAll')}
            </Button>
            <Button look="quiet" onClick={() => setAll(false)}>
              {say('closeAll')}
            </Button>
          </>
        )}
        <span class="meta">{say('pageCount', { count: total })}</span>
      </div>
      <Loaded query={list} skeleton={<Skeleton kind="rows" lines={8} />}>
        {() =>
          pages.length === 0 ? (
            <p class="soft">{say(isFiltered ? 'noPagesOf' : 'noPagesYet')}</p>
          ) : (
            <>
              {canWrite ? <p class="help">{say('treeHelp')}</p> : null}
              <PageTree
                source={source}
                nodes={tree}
                isOpen={isOpen}
                onToggle={(node, level) => setOpened((before) => new Map(before).set(node.key, !isOpen(node, level)))}
              />
              {list.hasNextPage ? (
                <div>
                  <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {say('morePages', { count: total - pages.length })}
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function branchesOf(nodes: readonly PageNode[]): string[] {
  return nodes.flatMap(({ key, children }) => (children.length === 0 ? [] : [key, ...branchesOf(children)]));
}
