import type { McpOffer, Scope } from '@portico/shared-types';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import { ApiError, invalid } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAgent, listActiveAgents, type AgentsPlatform } from '../agents/index.ts';
import { readDocumentText, searchKnowledgeBases } from '../knowledge-bases/index.ts';
import { getWorkspace } from '../people/index.ts';
import { replyOnce, type ThreadsPlatform } from '../threads/index.ts';
import { listActiveWorkflows } from '../workflows/index.ts';

/** The definition of a tool. */
interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly slug: string | null;
}

/** Maximum characters of a name that is made here; OpenAI's clients accept no longer one. */
const maxLength = 64;

/** The result of a tool: text for the model, and the same as data if it is structured. */
export interface McpResult {
  readonly text: string;
  readonly data?: Record<string, unknown>;
}

/** A tool for this caller. */
export interface OfferedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly readOnly: boolean;
  /** The scope that the caller needs. */
  readonly scope: Scope;
  /** Throws an ApiError whose message may be shown, or the signal's reason. */
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<McpResult>;
}

interface McpCaller {
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
}

const maxMessage = 32_000;
const maxResults = 10;

/** The tools of the workspace that the caller's scopes allow. */
export async function listOfferedTools(platform: ThreadsPlatform, caller: McpCaller): Promise<OfferedTool[]> {
  const { workspaceId, scopes } = caller;
  const { mcp } = await getWorkspace(platform, caller);
  const tools: OfferedTool[] = [];
  if (scopes.includes('agents:execute')) tools.push(...(await listAgentTools(platform, workspaceId, mcp.agents)));
  if (scopes.includes('workflows:execute')) {
    tools.push(...(await listWorkflowTools(platform, workspaceId, mcp.workflows)));
  }
  if (scopes.includes('knowledge-bases:query')) {
    tools.push(...listKnowledgeTools(platform, workspaceId, mcp.knowledge_bases));
  }
  return tools;
}

async function listAgentTools(platform: ThreadsPlatform, workspaceId: string, offer: McpOffer): Promise<OfferedTool[]> {
  const all = await listActiveAgents(platform.database.sql, workspaceId);
  const agents = nameTools('ask_', all, offer);
  return [...agents].map(([name, { id, name: title, description }]) => ({
    name,
    title,
    description: description || `Asks the agent "${title}".`,
    inputSchema: {
      type: 'object',
      properties: { message: { type: 'string', description: 'The question or task, complete in itself.' } },
      required: ['message'],
    },
    readOnly: false,
    scope: 'agents:execute',
    run: async (input, signal) => {
      const content = readText(input, 'message');
      const agent = await findAgent(platform.database.sql, workspaceId, id);
      if (agent === undefined) throw invalid({ path: 'name', message: 'is an agent that was deleted' });
      const turns = [{ role: 'user' as const, content }];
      const reply = await replyOnce(platform, { workspaceId, agent, turns, onDelta: () => {} }, signal);
      const sources = reply.citations.map(
        (one, at) => `[${at + 1}] ${one.title}${one.url === null ? '' : ` ${one.url}`}`,
      );
      return { text: sources.length === 0 ? reply.content : `${reply.content}\n\nSources:\n${sources.join('\n')}` };
    },
  }));
}

async function listWorkflowTools(
  platform: AgentsPlatform,
  workspaceId: string,
  offer: McpOffer,
): Promise<OfferedTool[]> {
  const all = await listActiveWorkflows(platform.database.sql, workspaceId);
  const workflows = nameTools('run_', all, offer);
  return [...workflows].map(([name, { id: workflowId, name: title, description, input_schema: schema }]) => ({
    name,
    title,
    description: description || `Runs the workflow "${title}".`,
    inputSchema: { ...schema, type: 'object' },
    readOnly: false,
    scope: 'workflows:execute',
    run: async (inputs, signal) => {
      const run = { workspaceId, workflowId, inputs, executionId: createId('exe'), callerId: '' };
      const data = await platform.agents.ports.runWorkflow(run, signal);
      return { text: JSON.stringify(data), data };
    },
  }));
}

/** `search` and `fetch` as research clients expect them: one finds documents, the other reads them. */
function listKnowledgeTools(platform: Platform, workspaceId: string, offer: McpOffer): OfferedTool[] {
  if (offer === 'none' || offer.length === 0) return [];
  const ids = offer === 'all' ? undefined : offer;
  const text = (description: string) => ({ type: 'string', description });
  const search: OfferedTool = {
    name: 'search',
    title: 'Search the knowledge bases',
    description: 'Finds documents in the knowledge bases. Read one with fetch.',
    inputSchema: { type: 'object', properties: { query: text('What to look for.') }, required: ['query'] },
    readOnly: true,
    scope: 'knowledge-bases:query',
    run: async (input, signal) => {
      const question = { query: readText(input, 'query'), top_k: 20, mode: 'hybrid' as const };
      const found = await searchKnowledgeBases(platform, workspaceId, ids, question, signal);
      const documents = new Map(found.map((one) => [one.document_id, one]));
      const results = [...documents.values()].slice(0, maxResults).map(({ document_id: id, title, url }) => {
        return { id, title, url: url ?? toUrn(id) };
      });
      return toData({ results });
    },
  };
  const fetch: OfferedTool = {
    name: 'fetch',
    title: 'Read a document',
    description: 'Returns the text of a document that search found.',
    inputSchema: { type: 'object', properties: { id: text('The id from search.') }, required: ['id'] },
    readOnly: true,
    scope: 'knowledge-bases:query',
    run: async (input) => {
      const { id, title, content, url } = await readDocumentText(platform, workspaceId, readText(input, 'id'), ids);
      return toData({ id, title, text: content, url: url ?? toUrn(id) });
    },
  };
  return [search, fetch];
}

function toData(data: Record<string, unknown>): McpResult {
  return { text: JSON.stringify(data), data };
}

/** A document without an address still needs one for citations. */
function toUrn(documentId: string): string {
  return `urn:portico:document:${documentId}`;
}

function isOffered(offer: McpOffer, id: string): boolean {
  return offer === 'all' || (offer !== 'none' && offer.includes(id));
}

function readText(input: Record<string, unknown>, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || isBlank(value)) {
    throw new ApiError('validation_error', `${name} must be a text that is not blank.`);
  }
  if (value.length > maxMessage) {
    throw new ApiError('validation_error', `${name} must have at most ${maxMessage} characters.`);
  }
  return value;
}

/**
 * Makes a tool name for each thing: from its slug, else from its name reduced to a-z, 0-9 and `_`. A duplicate gets
 * `_2`; slugs are never changed. All are named, and then those on offer are chosen, so that no name means another thing
 * after the offer has changed.
 */
function nameTools<T extends Nameable>(prefix: string, things: readonly T[], offer: McpOffer): Map<string, T> {
  const named = new Map<string, T>();
  for (const thing of things) if (thing.slug !== null) named.set(prefix + thing.slug, thing);
  for (const thing of things) {
    if (thing.slug !== null) continue;
    const base = toSlug(thing.name);
    let name = fit(prefix + base);
    for (let turn = 2; named.has(name); turn += 1) name = fit(prefix + base, `_${turn}`);
    named.set(name, thing);
  }
  return new Map([...named].filter(([, { id }]) => isOffered(offer, id)));
}

function fit(name: string, suffix = ''): string {
  return name.slice(0, maxLength - suffix.length) + suffix;
}

function toSlug(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return slug || 'unnamed';
}
