import type { ExecutionStatus } from '@portico/shared-types/api/executions';
import { useEffect, useMemo } from 'preact/hooks';
import { isWithin } from '../../../data/node-paths.ts';
import { isActive, type useNodeRuns } from '../../../data/executions.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { NodeList } from '../nodes/node-list.tsx';
import { toNodeTree } from '../nodes/node-tree.ts';
import { useShownNodes } from '../nodes/nodes-context.ts';
import { executionTexts } from '../texts.ts';

/** Pages that are read to find the node of the address. */
const maxSearched = 20;

interface NodeSectionProps {
  nodes: ReturnType<typeof useNodeRuns>;
  status: ExecutionStatus;
}

/** Every node that ran. The attempts are read page by page: loops can have many thousands. */
export function NodeSection({ nodes, status }: NodeSectionProps) {
  const say = useTexts(executionTexts);
  const formats = useFormats();
  const { opened } = useShownNodes();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = nodes;
  const runs = data?.runs;
  const branches = useMemo(() => toNodeTree(runs ?? []), [runs]);
  const isMissing = opened !== '' && runs?.some(({ node_id: id }) => isWithin(id, opened)) === false;
  const pages = data?.pages ?? 0;
  useEffect(() => {
    if (isMissing && hasNextPage && pages < maxSearched && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, pages, isFetchingNextPage, fetchNextPage]);
  return (
    <section class="stack" aria-labelledby="nodes">
      <h2 id="nodes">{say('nodes')}</h2>
      <Loaded query={nodes} skeleton={<Skeleton kind="rows" lines={5} />}>
        {({ total }) =>
          branches.length === 0 ? (
            <p class="soft">{say(isActive(status) ? 'noNodesYet' : 'noNodes')}</p>
          ) : (
            <>
              <NodeList label={say('nodes')} branches={branches} />
              {hasNextPage ? (
                <div class="line">
                  <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {say('loadMore')}
                  </Button>
                  <span class="meta">
                    {say('loadedOf', { loaded: formats.number(runs?.length ?? 0), total: formats.number(total) })}
                  </span>
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
