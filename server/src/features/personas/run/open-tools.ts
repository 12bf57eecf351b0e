import type { Tool, ToolCall, ToolRisk } from '@portico/shared-types';
import type { ChatTool } from '../../../platform/models/chat-model.ts';
import { openToolbox, type ToolOutcome } from '../../agents/index.ts';
import { openDeliverableTool } from './deliverable-tool.ts';
import type { TaskRun } from './task-run.ts';

/** A tool for a task. */
export interface TaskTool {
  readonly definition: ChatTool;
  readonly risk: ToolRisk;
  /** Price of a call in credits. */
  readonly costCredits: number;
  /** True for tools that affect only the task: never approved, and called one after the other. */
  readonly isOwn: boolean;
  /** True if an interrupted call can continue with the same key instead of happening twice. */
  readonly isRepeatable: boolean;
  /** The question that a person is asked. */
  readonly label: string;
  run(call: ToolCall, context: { callKey: string; signal: AbortSignal }): Promise<ToolOutcome>;
}

export interface TaskTools {
  readonly byName: ReadonlyMap<string, TaskTool>;
  readonly definitions: ChatTool[];
  /** True if a tool could not be opened. It may be the one that a call of an earlier attempt needs. */
  readonly isIncomplete: boolean;
  close(): Promise<void>;
}

/** Opens the tools of a task: each keeps the risk and the price of its integration. */
export async function openTools(run: TaskRun): Promise<TaskTools> {
  const { platform, task, deadlineSignal } = run;
  const { plan } = task;
  const toolboxes = await Promise.all(
    plan.tools.map(async (planned) => ({
      ...planned,
      toolbox: await openToolbox(platform, task.workspace_id, [planned.tool], deadlineSignal),
    })),
  );
  const tools: TaskTool[] = plan.deliverables.length === 0 ? [] : [openDeliverableTool(run, plan.deliverables)];
  for (const { tool, risk, costCredits, toolbox } of toolboxes) {
    for (const definition of toolbox.definitions) {
      tools.push({
        definition,
        risk,
        costCredits,
        isOwn: false,
        isRepeatable: tool.type === 'workflow',
        label: labelOf(tool, definition.name),
        run: async (call, context) => toolbox.run(call, context),
      });
    }
  }
  const byName = new Map<string, TaskTool>();
  // Of two tools with the same name the first wins: the persona's own tools come before those of a server.
  for (const tool of tools) if (!byName.has(tool.definition.name)) byName.set(tool.definition.name, tool);
  return {
    byName,
    definitions: [...byName.values()].map(({ definition }) => definition),
    isIncomplete: toolboxes.some(({ toolbox }) => toolbox.isIncomplete),
    close: async () => {
      await Promise.all(toolboxes.map(async ({ toolbox }) => toolbox.close()));
    },
  };
}

/** Describes the target of a call, without its headers, which may contain secrets. */
function labelOf(tool: Tool, name: string): string {
  switch (tool.type) {
    case 'http': {
      const place = /^https?:\/\/[^/?#]*/i.exec(tool.request.url)?.[0] ?? '';
      return `${name}: ${tool.request.method} ${place.replace(/\/\/[^/@]*@/, '//')}`;
    }
    case 'mcp':
      return `${name} at ${new URL(tool.url).host}`;
    case 'workflow':
      return `${name}: run a workflow`;
    case 'knowledge':
    case 'builtin':
    case 'client':
      return name;
  }
}
