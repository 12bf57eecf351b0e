import type { Source, SourcePage } from '@portico/shared-types/api/sources';
import { ChevronRight, ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { PageNode } from './page-tree.ts';
import { pendingChange } from './pending-change.ts';
import { choiceFor, leaveOut, takeIn, type Choice, type ScopeRules } from './scope.ts';
import { pageTones } from './source-state.tsx';
import { sourceTexts } from './texts.ts';
import { useReasonText } from './use-reason-text.ts';

interface TreeProps {
  source: Source;
  nodes: readonly PageNode[];
  isOpen: (node: PageNode, level: number) => boolean;
  onToggle: (node: PageNode, level: number) => void;
}

export function PageTree(props: TreeProps) {
  const say = useTexts(sourceTexts);
  return (
    <ul class="page-tree" aria-label={say('pages')}>
      <Branch {...props} level={0} />
    </ul>
  );
}

function Branch({ nodes, level, ...rest }: TreeProps & { level: number }) {
  const say = useTexts(sourceTexts);
  const { isOpen, onToggle, source } = rest;
  return (
    <>
      {nodes.map((node) => {
        const hasChildren = node.children.length > 0;
        const open = hasChildren && isOpen(node, level);
        return (
          <li key={node.key}>
            <div class="page-row" style={{ '--level': Math.min(level, 6) }}>
              {hasChildren ? (
                <button
                  type="button"
                  class={open ? 'tree-toggle tree-toggle-open' : 'tree-toggle'}
                  aria-expanded={open}
                  aria-label={say('open', { name: node.name })}
                  onClick={() => onToggle(node, level)}
                >
                  <ChevronRight size={14} aria-hidden="true" />
                </button>
              ) : (
                <span class="tree-toggle" aria-hidden="true" />
              )}
              <Row node={node} source={source} isClosed={hasChildren && !open} />
            </div>
            {open ? (
              <ul>
                <Branch {...rest} nodes={node.children} level={level + 1} />
              </ul>
            ) : null}
          </li>
        );
      })}
    </>
  );
}

function Row({ node, source, isClosed }: { node: PageNode; source: Source; isClosed: boolean }) {
  const say = useTexts(sourceTexts);
  const { rules, setRules, disabled } = useRules();
  const choice = choiceFor(node.path, rules);
  const change = pendingChange(node, rules, source);
  const { page } = node;
  return (
    <>
      <label class="page-check">
        <input
          type="checkbox"
          aria-label={say('visit', { path: node.path === '' ? '/' : node.path })}
          checked={choice === 'in'}
          disabled={disabled || choice === 'out-above' || node.path === ''}
          title={choice === 'out-above' ? say('outAbove') : undefined}
          onChange={({ currentTarget }) =>
            setRules(currentTarget.checked ? takeIn(node.path, rules) : leaveOut(node.path, rules))
          }
        />
      </label>
      <span class={nameClass(choice)}>
        <bdi title={page?.title ?? undefined}>{node.name}</bdi>
        {page?.title == null || page.title === '' ? null : <bdi class="meta page-title">{page.title}</bdi>}
      </span>
      {isClosed ? <Totals node={node} /> : null}
      {change === null ? null : <Badge tone="accent">{say(change === 'in' ? 'inNextRun' : 'outNextRun')}</Badge>}
      {page === undefined ? null : <PageState page={page} baseId={source.knowledge_base_id} />}
    </>
  );
}

function nameClass(choice: Choice): string {
  return choice === 'in' ? 'page-name' : 'page-name page-name-out';
}

function Totals({ node }: { node: PageNode }) {
  const say = useTexts(sourceTexts);
  return (
    <span class="meta">
      {say('pageCount', { count: node.total })}
      {node.counts.failed > 0 ? (
        <span class="fault"> · {say('failedCount', { count: node.counts.failed })}</span>
      ) : null}
    </span>
  );
}

function PageState({ page, baseId }: { page: SourcePage; baseId: string }) {
  const say = useTexts(sourceTexts);
  const explain = useReasonText();
  const badge = <Badge tone={pageTones[page.status]}>{say(page.status)}</Badge>;
  return (
    <span class="page-state">
      {page.reason === null ? null : (
        <bdi class="meta page-reason" title={explain(page.reason)}>
          {explain(page.reason)}
        </bdi>
      )}
      {page.document_id === null ? (
        badge
      ) : (
        <Link href={`/knowledge/${baseId}/documents/${page.document_id}`} className="page-document">
          {badge}
          <span class="visually-hidden"> {page.title ?? page.url}</span>
        </Link>
      )}
      <a
        class="button button-quiet button-icon"
        href={page.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${say('openPage')}: ${page.url}`}
        title={say('openPage')}
      >
        <ExternalLink size={14} aria-hidden="true" />
      </a>
    </span>
  );
}

/** The rules of the surrounding form. */
function useRules(): { rules: ScopeRules; setRules: (rules: ScopeRules) => void; disabled: boolean } {
  const include = useField('include');
  const exclude = useField('exclude');
  const listOf = (value: unknown) => (Array.isArray(value) ? value.map(textOf) : []);
  return {
    rules: { include: listOf(include.value), exclude: listOf(exclude.value) },
    disabled: include.disabled,
    setRules: (rules) => {
      include.set(rules.include);
      exclude.set(rules.exclude);
    },
  };
}
