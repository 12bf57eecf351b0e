import { Panel } from '@xyflow/react';
import { LayoutDashboard, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { editorTexts } from '../editor/texts.ts';

interface CanvasToolsProps {
  onFit: () => void;
  onZoom: (step: number) => void;
  /** Undefined if the nodes are arranged already. */
  onTidy: (() => void) | undefined;
}

/** What changes how the nodes are shown. */
export function CanvasTools({ onFit, onZoom, onTidy }: CanvasToolsProps) {
  const say = useTexts(editorTexts);
  return (
    <Panel position="bottom-left" className="canvas-tools">
      <div role="toolbar" aria-label={say('view')}>
        <IconButton label={say('zoomOut')} icon={ZoomOut} onClick={() => onZoom(-1)} />
        <IconButton label={say('zoomIn')} icon={ZoomIn} onClick={() => onZoom(1)} />
        <IconButton label={say('fit')} icon={Maximize} onClick={onFit} />
        <IconButton
          label={say('tidy')}
          icon={LayoutDashboard}
          disabled={onTidy === undefined}
          onClick={() => onTidy?.()}
        />
      </div>
    </Panel>
  );
}
