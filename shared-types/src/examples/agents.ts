import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const orderTool = {
  type: 'http',
  name: 'find_order',
  description: 'Finds an order by its number.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'string', description: 'The order number, like A-1042.' } },
    required: ['number'],
  },
  request: { method: 'GET', url: 'https://shop.example.com/orders/{{ number }}' },
} as const satisfies ExampleBook['Tool'];

const create = {
  name: 'Support',
  slug: 'support',
  description: 'Answers questions about orders and deliveries.',
  system_prompt: 'Answer briefly, and say which page of the handbook you rest on.',
  temperature: 0.3,
  max_tokens: 1_024,
} satisfies ExampleBook['AgentCreate'];

const agent = {
  id: ids.agent,
  ...create,
  model: 'portico-extractive',
  top_p: null,
  reasoning_effort: null,
  knowledge_base_ids: [ids.knowledgeBase],
  retrieval: { mode: 'hybrid', top_k: 6, min_score: 0.15, rewrite: true },
  tools: [],
  available_tools: [],
  max_steps: 10,
  status: 'active',
  created_at: created,
  updated_at: updated,
} satisfies ExampleBook['Agent'];

const unlisted = {
  path: 'body.model',
  message: "is not in the model server's list of 12 models; replies fail if it does not exist",
};
const toolbox = { name: orderTool.name, description: orderTool.description };

/** Agents, and the older endpoints to create and call one. */
export const agentExamples = {
  Agent: { ...agent, tools: [{ ...orderTool, parameters: copyParameters() }], available_tools: [toolbox] },
  AgentCreate: { ...create, tools: [{ ...orderTool, parameters: copyParameters() }] },
  SavedAgent: { ...agent, model: 'gpt-6-lunar', warnings: [unlisted] },
  AgentPatch: { temperature: 0.5, status: 'active' },
  AgentVersion: {
    version: 2,
    created_at: updated,
    actor: { type: 'api_key', id: ids.apiKey, name: 'Deploy' },
    agent,
  },
  ModelInfo: {
    id: 'gpt-6-luna',
    label: 'gpt-6-luna',
    builtin: false,
    is_default: true,
    supports: { tools: true, reasoning: true, images: true },
    price: { prompt: 1, completion: 1 },
  },
  ToolTrialRequest: { tool: orderTool.name, arguments: { number: 'A-1042' } },
  ToolTrial: {
    request: {
      type: 'http',
      name: orderTool.name,
      method: 'GET',
      url: 'https://shop.example.com/orders/A-1042',
      headers: { accept: 'application/json, text/*;q=0.9, */*;q=0.1' },
      body: null,
      arguments: { number: 'A-1042' },
    },
    response: {
      ok: true,
      status: 200,
      headers: { 'content-type': 'application/json' },
      content: '{"number":"A-1042","state":"sent"}',
    },
    duration_ms: 84,
  },
  ServerTool: { name: orderTool.name, description: orderTool.description, parameters: copyParameters() },
  LegacyAgentCreate: { name: 'Support', model: 'portico-extractive', systemPrompt: 'Answer briefly.' },
  LegacyAgent: { id: ids.agent, name: 'Support', model: 'portico-extractive', status: 'active', createdAt: created },
  LegacyChatMessage: { message: 'How long does a delivery take?' },
  LegacyChatReply: {
    messageId: ids.reply,
    threadId: ids.thread,
    response: 'Two to three working days.',
    usage: { promptTokens: 412, completionTokens: 9 },
  },
} satisfies ExampleBook;

function copyParameters() {
  const { type, properties, required } = orderTool.parameters;
  return { type, properties, required: [...required] };
}
