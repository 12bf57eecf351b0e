import { TriangleAlert } from 'lucide-react';
import { Component, type ComponentChildren } from 'preact';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { uiTexts } from '../ui/texts.ts';
import { appTexts } from './texts.ts';

/** Keeps the navigation when a screen fails, or when its code can't be loaded (a new version, no connection). */
export class ScreenBoundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: null as unknown };

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    return this.state.error === null ? this.props.children : <Broken error={this.state.error} />;
  }
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
