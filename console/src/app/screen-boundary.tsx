import { TriangleAlert } from 'lucide-react';
import { Component, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { onReturn } from '@portico/browser-kit/events/back-off';
import { ApiContext } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { uiTexts } from '../ui/texts.ts';
import { appTexts } from './texts.ts';

interface ScreenBoundaryProps {
  /** The address; another one is tried even if this one failed. */
  place: string;
  children: ComponentChildren;
}

interface ScreenBoundaryState {
  error: unknown;
  place: string;
}

/** Keeps the navigation when a screen fails, or when its code can't be loaded (a new version, no connection). */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null, place: this.props.place };

  static override getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { error };
  }

  static override getDerivedStateFromProps(
    { place }: ScreenBoundaryProps,
    state: ScreenBoundaryState,
  ): ScreenBoundaryState | null {
    return place === state.place ? null : { error: null, place };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ApiError)) return <Broken error={error} />;
    return <Unloaded error={error} onRetry={this.#retry} />;
  }

  /** A server that responds may have another version, whose code has other addresses; only a new page has them. */
  readonly #retry = async (): Promise<void> => {
    const response = await fetch(location.pathname, { method: 'HEAD' }).catch(() => null);
    if (response === null) this.setState({ error: null });
    else location.reload();
  };
}

/** The code of the screen could not be loaded. It is tried again by itself once the connection is back. */
function Unloaded({ error, onRetry }: { error: ApiError; onRetry: () => Promise<void> }) {
  const api = useContext(ApiContext);
  // At once: the connection may be back before the next frame.
  useLayoutEffect(() => {
    const retry = () => void onRetry();
    const stops = [onReturn(retry), api?.onRestored(retry)];
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [api, onRetry]);
  return (
    <div class="page">
      <ErrorState error={error} onRetry={() => void onRetry()} />
    </div>
  );
}

function Broken({ error }: { error: unknown }) {
  const say = useTexts(appTexts);
  const sayUi = useTexts(uiTexts);
  return (
    <div class="page" role="alert">
      <EmptyState icon={TriangleAlert} title={say('brokenTitle')} text={say('brokenText')}>
        <Button look="primary" onClick={() => location.reload()}>
          {sayUi('reload')}
        </Button>
      </EmptyState>
      <p class="meta state-detail">{String(error)}</p>
    </div>
  );
}
