import { LlmConfig, type Usage } from '@portico/shared-types';
import type { GivenSchema } from '../../../platform/json-schema/find-schema-faults.ts';
import { validateSchema } from '../../../platform/json-schema/validate-schema.ts';
import type { ChatMessage } from '../../../platform/models/chat-model.ts';
import { NodeError } from '../engine/node-error.ts';
import type { NodeContext, NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Calls a model once and streams its text. With `json_schema` the response is parsed and checked. */
export const llm: NodeKind<'llm', LlmConfig> = {
  type: 'llm',
  saved: {
    ...onlyTemplates,
    schemas: ({ config: { json_schema: schema } }, path) => schemasOf(schema, `${path}.json_schema`),
  },
  config: LlmConfig,
  remote: true,
  async run(context, config) {
    const { models } = context.ports;
    const model = config.model ?? models.defaultModel;
    const request = {
      model,
      messages: messagesOf(config),
      temperature: config.temperature,
      max_tokens: config.max_tokens,
      json_schema: config.json_schema,
    };
    let text = '';
    let usage: Usage | null = null;
    let isCut = false;
    const { id: runId, workspaceId, nodeKey, attempt } = context.execution;
    const call = { workspaceId, runId, name: `${nodeKey}:${attempt}`, request };
    for await (const event of context.ports.askModel(call, context.signal)) {
      if (event.type === 'finish') {
        usage = event.usage;
        isCut = event.reason === 'length';
        if (event.reason === 'content_filter')
          throw new NodeError('node_execution_failed', 'The model declined to answer.');
      }
      if (event.type !== 'delta') continue;
      text += event.content;
      context.emitDelta(event.content);
    }
    if (config.json_schema) {
      return { outputs: { text, json: await readJsonAnswer({ text, isCut }, config.json_schema, context), usage } };
    }
    if (isCut && text.trim() === '') throw new NodeError('node_execution_failed', reachedMaxTokens);
    return { outputs: { text, usage } };
  },
};

const reachedMaxTokens = 'The model reached max_tokens before its answer was complete. Increase max_tokens.';

function messagesOf(config: LlmConfig): ChatMessage[] {
  const prompt: ChatMessage = { role: 'user', content: config.prompt };
  return config.system_prompt ? [{ role: 'system', content: config.system_prompt }, prompt] : [prompt];
}

/** A schema with templates in it is only known in a run. */
function schemasOf(schema: unknown, path: string): GivenSchema[] {
  if (typeof schema !== 'object' || schema === null || JSON.stringify(schema).includes('{{')) return [];
  return [{ path, schema }];
}

/** Parses the JSON in a model's response, also from a code fence; a NodeError if it doesn't match its schema. */
async function readJsonAnswer(
  { text, isCut }: { text: string; isCut: boolean },
  schema: unknown,
  { ports, execution: { workspaceId }, signal }: Pick<NodeContext, 'ports' | 'execution' | 'signal'>,
): Promise<unknown> {
  const value = parseJson(text);
  if (value === undefined) {
    throw new NodeError('node_execution_failed', isCut ? reachedMaxTokens : 'The model’s answer is not JSON.');
  }
  const { faults } = await validateSchema({ schema, value }, ports.sandbox, { workspaceId, signal });
  const [fault] = faults;
  if (!fault) return value;
  const at = fault.path === '' ? 'it' : fault.path;
  throw new NodeError(
    'node_execution_failed',
    `The model’s answer doesn’t follow json_schema: ${at} ${fault.message}.`,
  );
}

function parseJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  for (const candidate of [text, fenced]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      return value;
    } catch {
      // Not valid this way; the next candidate may be.
    }
  }
  return undefined;
}
