import type { Agent, Tool } from '@portico/shared-types/api/agents';
import {
  AppWindow,
  BookOpen,
  CircleAlert,
  Clock,
  Globe,
  Pencil,
  Plug,
  Plus,
  Trash2,
  Workflow,
  Wrench,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useDraft } from '../../../form/draft-context.ts';
import { useDrafts } from '../../../form/draft-store.ts';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { toolTexts } from './texts.ts';
import { detailOf, newTool, titleOf, toolTypes } from './tool-drafts.ts';
import { faultsOf } from './tool-faults.ts';
import { ToolDialog } from './tool-dialog.tsx';

const icons = {
  http: Globe,
  workflow: Workflow,
  knowledge: BookOpen,
  mcp: Plug,
  client: AppWindow,
  builtin: Clock,
} as const;

interface Editing {
  readonly at: number;
  readonly tool: Tool;
}

/** The agent's tools. They are part of the form: nothing changes for visitors until it is saved. */
export function ToolsSection({ agent }: { agent: Agent }) {
  const say = useTexts(toolTexts);
  const sayUi = useTexts(uiTexts);
  const drafts = useDrafts();
  const field = useField('tools');
  const tools: readonly Tool[] = Array.isArray(field.value) ? field.value : [];
  const [editing, setEditing] = useState<Editing | null>(null);
  const { rejected } = useDraft();
  const faults = tools.map((_, at) => faultsOf(rejected, tools, at));
  const opened = useRef(rejected);
  useEffect(() => {
    if (opened.current === rejected) return;
    opened.current = rejected;
    const at = faults.findIndex((each) => each.length > 0);
    const tool = tools[at];
    // The dialog of another tool stays, with what is typed in it.
    if (tool !== undefined) setEditing((open) => open ?? { at, tool });
    // Only a save that has just failed opens what it failed for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rejected]);
  const add = (
    <Menu
      trigger={
        <Button icon={Plus} disabled={field.disabled}>
          {say('add')}
        </Button>
      }
    >
      {toolTypes.map((type) => (
        <MenuItem key={type} icon={icons[type]} onSelect={() => setEditing({ at: tools.length, tool: newTool(type) })}>
          {say(type)}
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <div class="stack">
      {tools.length === 0 ? (
        <EmptyState icon={Wrench} title={say('emptyTitle')} text={say('emptyText')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div class="line">
            <p class="soft grow">{say('help')}</p>
            {add}
          </div>
          <ul class="stack">
            {tools.map((tool, at) => {
              const Icon = icons[tool.type];
              const [fault] = faults[at] ?? [];
              return (
                // A tool's name may be that of another one by mistake, but its position isn't.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} class={fault === undefined ? 'tool-row' : 'tool-row tool-row-fault'}>
                  <Icon size={18} aria-hidden="true" className="tool-icon" />
                  <div class="stack-tight">
                    <h2 dir="ltr">{tool.type === 'builtin' ? say(tool.name) : titleOf(tool)}</h2>
                    <p class="meta" dir="auto">
                      {say(tool.type)} {detailOf(tool) === '' ? '' : `· ${detailOf(tool)}`}
                    </p>
                    {fault === undefined ? null : (
                      <p class="fault line">
                        <CircleAlert size={14} aria-hidden="true" />
                        <span>{fault.text}</span>
                      </p>
                    )}
                  </div>
                  <div class="line">
                    <IconButton
                      label={say('edit', { name: titleOf(tool) })}
                      icon={Pencil}
                      disabled={field.disabled}
                      onClick={() => setEditing({ at, tool })}
                    />
                    <IconButton
                      label={sayUi('remove', { name: titleOf(tool) })}
                      icon={Trash2}
                      disabled={field.disabled}
                      onClick={() => {
                        // A later tool of this name doesn't begin with its unsaved input.
                        drafts.write(draftOf(agent, tool, false), undefined);
                        field.set(tools.filter((_, index) => index !== at));
                      }}
                    />
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {field.error === undefined ? null : <p class="fault">{field.error}</p>}
      {editing === null ? null : (
        <ToolDialog
          agentId={agent.id}
          draft={draftOf(agent, editing.tool, editing.at === tools.length)}
          first={editing.tool}
          faults={faults[editing.at]}
          onClose={() => setEditing(null)}
          onApply={(tool) => {
            field.set(tools.toSpliced(editing.at, 1, tool));
            setEditing(null);
          }}
        />
      )}
    </div>
  );
}

/** Key of a tool's unsaved input. */
function draftOf({ id }: Agent, tool: Tool, isNew: boolean): string {
  return `agents/${id}/tools/${tool.type}/${isNew ? 'new' : `named/${titleOf(tool)}`}`;
}
