import type { Tool } from '@portico/shared-types/api/agents';
import { useRef, useState } from 'preact/hooks';
import { showControl } from '../../../form/find-control.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { BuiltinFields, ClientFields, KnowledgeFields, McpFields, WorkflowFields } from './simple-tools.tsx';
import { HttpFields } from './http-fields.tsx';
import { toolTexts } from './texts.ts';
import { TryTool } from './try-tool.tsx';

interface ToolDialogProps {
  agentId: string;
  first: Tool;
  onClose: () => void;
  onApply: (tool: Tool) => void;
}

/** Edits one tool, and makes a real call of the edited definition. */
export function ToolDialog({ agentId, first, onClose, onApply }: ToolDialogProps) {
  const say = useTexts(toolTexts);
  const sayUi = useTexts(uiTexts);
  const [tool, setTool] = useState(first);
  /** The request's body isn't JSON: `tool` contains the last one that was. */
  const [hasFault, setFault] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isChanged = tool !== first || hasFault;
  return (
    <Dialog open onClose={onClose} title={say(tool.type)} wide keepsOpen={isChanged} ignoresEscape={isChanged}>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (hasFault) showControl(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
          else onApply(tool);
        }}
      >
        <ToolFields tool={tool} onTool={setTool} onFault={setFault} />
        {/* Only a page with the chat on it can run a page tool. */}
        {tool.type === 'client' ? null : <TryTool agentId={agentId} tool={tool} disabled={hasFault} />}
        <DialogActions>
          <Button onClick={onClose}>{sayUi('cancel')}</Button>
          <Button type="submit" look="primary">
            {say('apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ToolFieldsProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
  onFault: (hasFault: boolean) => void;
}

function ToolFields({ tool, onTool, onFault }: ToolFieldsProps) {
  switch (tool.type) {
    case 'http':
      return <HttpFields tool={tool} onTool={onTool} onFault={onFault} />;
    case 'workflow':
      return <WorkflowFields tool={tool} onTool={onTool} />;
    case 'knowledge':
      return <KnowledgeFields tool={tool} onTool={onTool} />;
    case 'mcp':
      return <McpFields tool={tool} onTool={onTool} />;
    case 'client':
      return <ClientFields tool={tool} onTool={onTool} />;
    case 'builtin':
      return <BuiltinFields tool={tool} onTool={onTool} />;
  }
}
