import type { Tool } from '@portico/shared-types/api/agents';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { applyChanges, changesOf } from '../../../form/changes.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showControl } from '../../../ui/show-control.ts';
import { BuiltinFields, ClientFields, KnowledgeFields, McpFields, WorkflowFields } from './simple-tools.tsx';
import { HttpFields, type UnreadBody } from './http-fields.tsx';
import { toolTexts } from './texts.ts';
import { findFault, ToolFaultContext, valueAt, type ToolFault } from './tool-faults.ts';
import { TryTool } from './try-tool.tsx';

interface ToolDialogProps {
  agentId: string;
  /** Key of the unsaved input in this tab. */
  draft: string;
  first: Tool;
  /** What the server said against `first`. */
  faults?: readonly ToolFault[] | undefined;
  onClose: () => void;
  onApply: (tool: Tool) => void;
}

const noFaults: readonly ToolFault[] = [];
/** The paths whose faults are at fields of the dialog. */
const shown =
  /^(name|description|url|allow|workflow_id|knowledge_base_id|parameters|request\.(method|url|body))(\.|$)|^(request\.)?(headers|query)\../;

/**
 * Edits one tool, and makes a real call of the edited definition. Its input survives a reload, `Esc` and a lost session,
 * until the dialog is cancelled or the tool is applied.
 */
export function ToolDialog({ agentId, draft, first, faults = noFaults, onClose, onApply }: ToolDialogProps) {
  const say = useTexts(toolTexts);
  const sayUi = useTexts(uiTexts);
  const drafts = useDrafts();
  const [saved] = useState(() => toValues(first, ''));
  const [stored] = useState(() => applyChanges(saved, drafts.read(draft) ?? {}));
  const [tool, setTool] = useState(stored.tools[0] ?? first);
  /** The text of the request's body, while it isn't JSON: `tool` contains the last one that was. */
  const [unread, setUnread] = useState(stored.unread);
  const form = useRef<HTMLFormElement>(null);
  const changes = changesOf(saved, toValues(tool, unread));
  // `changes` follows from the tool and the text, and is new for each rendering.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => drafts.write(draft, changes), [drafts, draft, tool, unread]);
  /** A value that was changed since is another one. */
  const isCurrent = useCallback(
    (path: string) => JSON.stringify(valueAt(tool, path)) === JSON.stringify(valueAt(first, path)),
    [first, tool],
  );
  const errorOf = useCallback(
    (path: string) => (isCurrent(path) ? findFault(faults, path)?.text : undefined),
    [faults, isCurrent],
  );
  const elsewhere = faults.filter(({ path }) => !shown.test(path) && isCurrent(path));
  const forget = () => drafts.write(draft, undefined);
  return (
    <Dialog open onClose={onClose} title={say(tool.type)} wide keepsOpen={changes !== undefined}>
      <form
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (unread !== '') {
            showControl(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
            return;
          }
          forget();
          onApply(tool);
        }}
      >
        {elsewhere.map(({ path, text }) => (
          <Banner key={path} tone="bad">
            {path === '' ? text : `${path}: ${text}`}
          </Banner>
        ))}
        <ToolFaultContext.Provider value={errorOf}>
          <ToolFields tool={tool} onTool={setTool} unread={unread} onUnread={setUnread} />
        </ToolFaultContext.Provider>
        {/* Only a page with the chat on it can run a page tool. */}
        {tool.type === 'client' ? null : <TryTool agentId={agentId} tool={tool} disabled={unread !== ''} />}
        <DialogActions>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            {sayUi('cancel')}
          </Button>
          <Button type="submit" look="primary">
            {say('apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** As a list, which a patch replaces as a whole: a header that was removed must not come back as null. */
function toValues(tool: Tool, unread: string) {
  return { tools: [tool], unread };
}

interface ToolFieldsProps extends UnreadBody {
  tool: Tool;
  onTool: (tool: Tool) => void;
}

function ToolFields({ tool, onTool, unread, onUnread }: ToolFieldsProps) {
  switch (tool.type) {
    case 'http':
      return <HttpFields tool={tool} onTool={onTool} unread={unread} onUnread={onUnread} />;
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
