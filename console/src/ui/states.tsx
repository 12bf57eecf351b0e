import { CircleAlert, Compass, Lock, type LucideIcon } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { useLocation } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Button, LinkButton } from './button.tsx';
import { useErrorText } from './error-text.ts';
import { ScreenContext } from './screen-context.ts';
import { uiTexts } from './texts.ts';
import { useListAddress } from './visited-lists.ts';

interface StateProps {
  icon: LucideIcon;
  /** Left out if the page's own title says it. */
  title?: string;
  text?: ComponentChildren;
  children?: ComponentChildren;
}

/** An empty list or screen: its purpose, one action, one link. */
export function EmptyState({ icon: Icon, title, text, children }: StateProps) {
  return (
    <div class="state">
      <span class="state-icon" aria-hidden="true">
        <Icon size={20} />
      </span>
      {title === undefined ? null : <h2>{title}</h2>}
      {text === undefined ? null : <p>{text}</p>}
      {children === undefined ? null : <div class="state-actions">{children}</div>}
    </div>
  );
}

/** The failed action, the reason, the request's id, and a button to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useTexts(uiTexts);
  const explain = useErrorText();
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState icon={Lock} title={say('noPermission')} text={explain(error)} />;
  }
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  // The same filters would be refused again.
  const hasBadFilters = error instanceof ApiError && error.fields.some(({ path }) => path.startsWith('query.'));
  const requestId = error instanceof ApiError && !hasBadFilters ? error.requestId : undefined;
  return (
    <div class="state" role="alert">
      <span class="state-icon state-icon-bad" aria-hidden="true">
        <CircleAlert size={20} />
      </span>
      <h2>{say(hasBadFilters ? 'badFiltersTitle' : 'errorTitle')}</h2>
      <p>{hasBadFilters ? say('badFilters') : explain(error)}</p>
      {requestId === undefined ? null : <p class="meta">{say('requestId', { id: requestId })}</p>}
      {hasBadFilters ? null : (
        <div class="state-actions">
          <Button onClick={onRetry}>{say('retry')}</Button>
        </div>
      )}
    </div>
  );
}

export function NoPermission({ scopes }: { scopes: string }) {
  const say = useTexts(uiTexts);
  return <EmptyState icon={Lock} title={say('noPermission')} text={say('noPermissionText', { scopes })} />;
}

/** Retrying doesn't help if the item was deleted. It leads to the others of its list, which may be behind a dialog. */
export function NotFound({ onClose }: { onClose?: () => void }) {
  const say = useTexts(uiTexts);
  const sayText = useSayText();
  const [location] = useLocation();
  const screen = useContext(ScreenContext);
  const list = useListAddress(screen?.path ?? '/');
  const hasList = screen !== undefined && location.startsWith(`${screen.path}/`);
  return (
    <EmptyState icon={Compass} title={say('notFoundTitle')} text={say('notFound')}>
      {onClose !== undefined ? (
        <Button onClick={onClose}>{say('close')}</Button>
      ) : hasList ? (
        <LinkButton href={list}>{say('openScreen', { title: sayText(screen.title) })}</LinkButton>
      ) : (
        <LinkButton href="/">{say('goHome')}</LinkButton>
      )}
    </EmptyState>
  );
}

/** Grey lines in the shape of the content. They appear after 300 ms, so that a fast response doesn't flicker. */
export function Skeleton({ lines = 3, kind = 'text' }: { lines?: number; kind?: 'text' | 'rows' | 'cards' }) {
  const say = useTexts(uiTexts);
  return (
    <div class={`skeleton skeleton-${kind}`} role="status" aria-label={say('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

export interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  skeleton?: ComponentChildren;
  children: (data: Data) => ComponentChildren;
}

/** Shows the result of a query, or its loading or error state. Earlier data stays while it is refreshed. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null && query.error !== undefined) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <>{skeleton ?? <Skeleton lines={5} />}</>;
}
