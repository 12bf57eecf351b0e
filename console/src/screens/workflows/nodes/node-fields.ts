import type { NodeType } from '@portico/shared-types/api/definition';
import type { fieldTexts } from './field-texts.ts';

type TextKey = keyof typeof fieldTexts;

/**
 * What a field contains. `template` is a text with `{{ }}`, `line` a short one, `expression` a bare expression; `body`
 * is the body of a loop, `pairs` are names with texts, `values` names with any values. Any other value can be a
 * template, too.
 */
export type FieldKind =
  | 'template'
  | 'line'
  | 'expression'
  | 'code'
  | 'number'
  | 'select'
  | 'agent'
  | 'knowledge'
  | 'workflow'
  | 'model'
  | 'json'
  | 'object'
  | 'pairs'
  | 'values'
  | 'cases'
  | 'body';

export interface NodeField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: TextKey;
  readonly help?: TextKey;
  readonly required?: true;
  /** Behind “More”. */
  readonly isRare?: true;
  readonly rows?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: 'any';
  readonly unit?: TextKey;
  readonly placeholder?: string;
  /** The values of a select; one without a text is shown as it is. An empty value is the default. */
  readonly options?: readonly (readonly [value: string, label?: TextKey])[];
}

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** The form of each type of node (docs/reference/workflows.md#node-types). */
const nodeFields: Readonly<Record<NodeType, readonly NodeField[]>> = {
  llm: [
    { name: 'prompt', kind: 'template', label: 'prompt', help: 'promptHelp', required: true, rows: 5 },
    { name: 'system_prompt', kind: 'template', label: 'systemPrompt', help: 'systemPromptHelp', rows: 2 },
    { name: 'model', kind: 'model', label: 'model' },
    { name: 'json_schema', kind: 'object', label: 'jsonSchema', help: 'jsonSchemaHelp', rows: 4, isRare: true },
    { name: 'temperature', kind: 'number', label: 'temperature', min: 0, max: 2, step: 'any', isRare: true },
    { name: 'max_tokens', kind: 'number', label: 'maxTokens', min: 1, max: 1_000_000, unit: 'tokens', isRare: true },
  ],
  agent: [
    { name: 'agent_id', kind: 'agent', label: 'agent', required: true },
    { name: 'message', kind: 'template', label: 'message', required: true, rows: 4 },
    { name: 'thread_id', kind: 'line', label: 'thread', help: 'threadHelp', isRare: true },
  ],
  knowledge_query: [
    { name: 'knowledge_base_id', kind: 'knowledge', label: 'knowledge', required: true },
    { name: 'query', kind: 'template', label: 'query', required: true, rows: 2 },
    { name: 'top_k', kind: 'number', label: 'topK', min: 1, max: 20, placeholder: '5', isRare: true },
    {
      name: 'mode',
      kind: 'select',
      label: 'searchBy',
      options: [
        ['', 'hybrid'],
        ['semantic', 'semantic'],
      ],
      isRare: true,
    },
  ],
  http_request: [
    {
      name: 'method',
      kind: 'select',
      label: 'method',
      options: [['', 'methodGet'], ...methods.map((method) => [method] as const)],
    },
    { name: 'url', kind: 'line', label: 'url', required: true, placeholder: 'https://api.example.com/orders' },
    { name: 'query', kind: 'pairs', label: 'queryParameters' },
    { name: 'headers', kind: 'pairs', label: 'headers' },
    { name: 'body', kind: 'json', label: 'requestBody', help: 'requestBodyHelp', rows: 4 },
    { name: 'allow_status', kind: 'json', label: 'allowStatus', help: 'allowStatusHelp', rows: 1, isRare: true },
    {
      name: 'follow_redirects',
      kind: 'select',
      label: 'redirects',
      options: [
        ['', 'redirectsFollow'],
        ['false', 'redirectsIgnore'],
      ],
      isRare: true,
    },
  ],
  extract: [
    { name: 'url', kind: 'line', label: 'pageUrl', placeholder: 'https://example.com/report.pdf' },
    { name: 'file_id', kind: 'line', label: 'file', help: 'fileHelp' },
    {
      name: 'mode',
      kind: 'select',
      label: 'format',
      options: [
        ['', 'formatText'],
        ['markdown', 'formatMarkdown'],
        ['html', 'formatHtml'],
      ],
    },
  ],
  template: [{ name: 'text', kind: 'template', label: 'text', required: true, rows: 6 }],
  transform: [
    { name: 'expression', kind: 'expression', label: 'expression', help: 'expressionHelp', required: true, rows: 4 },
  ],
  code: [
    { name: 'source', kind: 'code', label: 'source', help: 'sourceHelp', required: true, rows: 10 },
    { name: 'inputs', kind: 'json', label: 'codeInputs', help: 'codeInputsHelp', rows: 3 },
  ],
  condition: [{ name: 'if', kind: 'expression', label: 'if', help: 'ifHelp', required: true, rows: 2 }],
  switch: [
    { name: 'value', kind: 'json', label: 'switchValue', help: 'switchValueHelp', required: true, rows: 1 },
    { name: 'cases', kind: 'cases', label: 'cases', required: true },
  ],
  loop: [
    { name: 'items', kind: 'json', label: 'items', help: 'itemsHelp', required: true, rows: 2 },
    { name: 'body', kind: 'body', label: 'loopBody' },
    {
      name: 'concurrency',
      kind: 'number',
      label: 'concurrency',
      help: 'concurrencyHelp',
      min: 1,
      max: 20,
      placeholder: '1',
    },
    {
      name: 'on_item_error',
      kind: 'select',
      label: 'onItemError',
      options: [
        ['', 'itemFail'],
        ['continue', 'itemContinue'],
      ],
    },
  ],
  delay: [
    { name: 'seconds', kind: 'number', label: 'seconds', min: 0, max: 31_536_000, step: 'any', unit: 'secondsUnit' },
    { name: 'until', kind: 'line', label: 'until', help: 'untilHelp', placeholder: '2030-01-31T09:00:00Z' },
  ],
  approval: [
    { name: 'title', kind: 'template', label: 'approvalTitle', help: 'approvalTitleHelp', required: true, rows: 1 },
    { name: 'description', kind: 'template', label: 'approvalText', rows: 3 },
    {
      name: 'expires_in_s',
      kind: 'number',
      label: 'expires',
      help: 'expiresHelp',
      min: 1,
      max: 31_536_000,
      step: 'any',
      unit: 'secondsUnit',
      isRare: true,
    },
    {
      name: 'on_timeout',
      kind: 'select',
      label: 'onTimeout',
      options: [
        ['', 'timeoutReject'],
        ['approve', 'timeoutApprove'],
      ],
      isRare: true,
    },
  ],
  workflow: [
    { name: 'workflow_id', kind: 'workflow', label: 'workflow', required: true },
    { name: 'inputs', kind: 'values', label: 'workflowInputs', help: 'workflowInputsHelp' },
  ],
  fail: [
    { name: 'code', kind: 'line', label: 'failCode', help: 'failCodeHelp', required: true, placeholder: 'not_found' },
    { name: 'message', kind: 'template', label: 'failMessage', rows: 2 },
  ],
};

/** Fields of which a node needs exactly one; a document can have both. */
export const choices: Readonly<Record<string, { readonly fields: readonly string[]; readonly allowsAll?: true }>> = {
  extract: { fields: ['url', 'file_id'], allowsAll: true },
  delay: { fields: ['seconds', 'until'] },
  loop: { fields: ['body', 'workflow_id'] },
};

/** The fields of a node's form; none if its type is unknown. */
export function listFields(type: string): readonly NodeField[] {
  return isNodeType(type) ? nodeFields[type] : [];
}

function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(nodeFields, type);
}
