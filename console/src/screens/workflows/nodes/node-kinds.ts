import type { NodeType } from '@portico/shared-types/api/definition';
import {
  BookOpen,
  Bot,
  Braces,
  Clock,
  CodeXml,
  FileText,
  GitFork,
  Globe,
  OctagonX,
  Repeat,
  Sparkles,
  Split,
  TextQuote,
  UserCheck,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { isValues, type Values } from '../../../form/changes.ts';
import type { DraftNode } from '../graph/draft.ts';
import type { nodeTexts } from './texts.ts';

export type NodeGroup = 'ai' | 'data' | 'flow';
export const nodeGroups: readonly NodeGroup[] = ['ai', 'data', 'flow'];

export interface NodeKind {
  readonly type: NodeType;
  readonly group: NodeGroup;
  readonly icon: LucideIcon;
  /** The key of its description among the texts; its title has the key of the type. */
  readonly help: keyof typeof nodeTexts;
  /** The id of a new node, before a number. */
  readonly id: string;
  readonly config: Values;
  /** The names of its outputs (docs/reference/workflows.md#node-types). */
  readonly outputs: readonly string[];
  /** The fields that describe a node in one line, the first that is filled in. */
  readonly summary: readonly string[];
}

/** Every type of node, in the order of the palette. */
export const nodeKinds: readonly NodeKind[] = [
  {
    type: 'llm',
    group: 'ai',
    icon: Sparkles,
    help: 'llmHelp',
    id: 'write',
    config: { prompt: '' },
    outputs: ['text', 'json', 'usage'],
    summary: ['prompt'],
  },
  {
    type: 'agent',
    group: 'ai',
    icon: Bot,
    help: 'agentHelp',
    id: 'ask_agent',
    config: { agent_id: '', message: '' },
    outputs: ['text', 'thread_id', 'message_id', 'tool_calls', 'usage'],
    summary: ['message'],
  },
  {
    type: 'knowledge_query',
    group: 'ai',
    icon: BookOpen,
    help: 'knowledgeHelp',
    id: 'find',
    config: { knowledge_base_id: '', query: '' },
    outputs: ['text', 'results'],
    summary: ['query'],
  },
  {
    type: 'http_request',
    group: 'data',
    icon: Globe,
    help: 'httpHelp',
    id: 'request',
    config: { url: '' },
    outputs: ['body', 'status', 'headers'],
    summary: ['url'],
  },
  {
    type: 'extract',
    group: 'data',
    icon: FileText,
    help: 'extractHelp',
    id: 'read',
    config: {},
    outputs: ['text', 'name', 'mime_type'],
    summary: ['url', 'file_id'],
  },
  {
    type: 'template',
    group: 'data',
    icon: TextQuote,
    help: 'templateHelp',
    id: 'text',
    config: { text: '' },
    outputs: ['text'],
    summary: ['text'],
  },
  {
    type: 'transform',
    group: 'data',
    icon: Braces,
    help: 'transformHelp',
    id: 'shape',
    config: { expression: '' },
    outputs: ['value'],
    summary: ['expression'],
  },
  {
    type: 'code',
    group: 'data',
    icon: CodeXml,
    help: 'codeHelp',
    id: 'code',
    config: { source: 'export default (inputs) => {\n  return inputs;\n};\n' },
    outputs: ['value', 'logs'],
    summary: ['source'],
  },
  {
    type: 'condition',
    group: 'flow',
    icon: Split,
    help: 'conditionHelp',
    id: 'check',
    config: { if: '' },
    outputs: ['result'],
    summary: ['if'],
  },
  {
    type: 'switch',
    group: 'flow',
    icon: GitFork,
    help: 'switchHelp',
    id: 'route',
    config: { value: '', cases: [{ name: 'first', equals: '' }] },
    outputs: ['name'],
    summary: ['value'],
  },
  {
    type: 'loop',
    group: 'flow',
    icon: Repeat,
    help: 'loopHelp',
    id: 'each',
    config: { items: '', body: { nodes: [], edges: [], outputs: {} } },
    outputs: ['results', 'errors'],
    summary: ['items'],
  },
  {
    type: 'delay',
    group: 'flow',
    icon: Clock,
    help: 'delayHelp',
    id: 'wait',
    config: { seconds: 60 },
    outputs: [],
    summary: ['until', 'seconds'],
  },
  {
    type: 'approval',
    group: 'flow',
    icon: UserCheck,
    help: 'approvalHelp',
    id: 'approve',
    config: { title: '' },
    outputs: ['decision', 'decided_by', 'comment'],
    summary: ['title'],
  },
  {
    type: 'workflow',
    group: 'flow',
    icon: Workflow,
    help: 'workflowHelp',
    id: 'run',
    config: { workflow_id: '' },
    outputs: [],
    summary: [],
  },
  {
    type: 'fail',
    group: 'flow',
    icon: OctagonX,
    help: 'failHelp',
    id: 'fail',
    config: { code: '', message: '' },
    outputs: [],
    summary: ['message', 'code'],
  },
];

const byType = new Map<string, NodeKind>(nodeKinds.map((kind) => [kind.type, kind]));

/** The kind of a node; undefined if this version of the console doesn't know its type. */
export function findKind(type: string): NodeKind | undefined {
  return byType.get(type);
}

/** A summary is cut off on the card anyway, and the text behind it may be long. */
const maxSummary = 120;

/** What a node does, in one line. */
export function summaryOf({ type, config }: DraftNode): string {
  const fields = findKind(type)?.summary ?? [];
  const texts = fields.flatMap((field) => {
    const value = config[field];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.slice(0, maxSummary).replaceAll(/\s+/g, ' ').trim() : [];
  });
  return texts.find((text) => text !== '') ?? '';
}

/** The number of nodes in the body of a loop. */
export function countBody({ config: { body } }: DraftNode): number {
  return isValues(body) && Array.isArray(body['nodes']) ? body['nodes'].length : 0;
}
