import { readFile, readdir } from 'node:fs/promises';
import * as wire from '@portico/shared-types';
import { operations } from '@portico/shared-types/client/operations';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '../../src/app/operations.ts';

const folder = new URL('../../../docs/reference/', import.meta.url);
const schemas = new Map<string, unknown>(Object.entries(wire));
const pageOf = async (name: string): Promise<string> => readFile(new URL(`${name}.md`, folder), 'utf8');

/** Names that the text does not contain as a word. */
function missing(text: string, names: readonly string[]): string[] {
  const words = new Set(text.match(/[\w.:-]+/g)?.flatMap((word) => [word, word.replace(/[.:]$/, '')]));
  return names.filter((name) => !words.has(name));
}

test.each([
  ['addresses', ['Pagination', 'Meta']],
  [
    'agents',
    ['Agent', 'AgentCreate', 'Retrieval', 'HttpTool', 'McpTool', 'ClientTool', 'ToolTrialRequest', 'ToolTrial'],
  ],
  ['keys', ['ApiKey', 'IssuedApiKey', 'ApiKeyCreate']],
  ['people', ['User', 'Member', 'Invitation', 'IssuedInvitation', 'Workspace', 'Retention', 'Me', 'MePatch']],
  ['people', ['SignInSession', 'AuthMethods', 'SetupRequest', 'AuditEntry', 'AuditLogQuery']],
  ['threads', ['Thread', 'Message', 'MessageCreate', 'Citation', 'Attachment', 'Usage', 'ReplyTrace', 'TracePassage']],
  ['threads', ['TraceStep', 'ReplyCancelled']],
  ['conversations', ['Conversation', 'ConversationVisitor', 'ConversationNote', 'SavedReplyCreate', 'Assignee']],
  ['conversations', ['ConversationListQuery', 'ChatHandover']],
  [
    'insights',
    ['QuestionGroup', 'InsightFigures', 'InsightSummary', 'InsightSummaryQuery', 'UsageQuery', 'UsageEntry'],
  ],
  ['models', ['ModelInfo']],
  ['knowledge-bases', ['KnowledgeBase', 'KnowledgeDocument', 'KnowledgeQuery', 'SearchResult']],
  ['sources', ['Source', 'SourceRun', 'SourceRunCounts', 'SourcePage', 'SourceChange']],
  ['files', ['StoredFile']],
  ['workflows', ['Workflow', 'Retry', 'Edge', 'NodeFrame', 'LlmConfig', 'AgentNodeConfig', 'KnowledgeQueryConfig']],
  ['workflows', ['HttpRequestConfig', 'ExtractConfig', 'SwitchConfig', 'CodeConfig', 'LoopConfig', 'DelayConfig']],
  ['workflows', ['ApprovalConfig', 'WorkflowNodeConfig', 'FailConfig']],
  ['executions', ['Execution', 'ExecutionStarted', 'NodeRun', 'ApprovalDecided', 'ExecutionListQuery']],
  ['triggers', ['Trigger', 'TriggerFired', 'TriggerSchedule']],
  ['webhooks', ['Webhook', 'IssuedWebhook', 'WebhookDelivery', 'DeliveryAttempt', 'WebhookDeliveryDetail']],
  ['webhooks', ['WebhookTestResult', 'WebhookEvent']],
  ['chat-interfaces', ['ChatInterface', 'IssuedChatInterface', 'ChatBranding', 'ChatBehaviour', 'ChatSessionRecord']],
  ['chat-interfaces', ['InterfaceCheck', 'Brand']],
  ['public-chat', ['PublicFace', 'CreateChatSession', 'ChatSession', 'CreatedChatSession', 'PublicMessage']],
  ['public-chat', ['VisitorIdentity', 'SendChatMessage', 'ChatUploadResult', 'ChatSessionPatch']],
  ['form-interfaces', ['FormInterface', 'FormField', 'FormLimits', 'FormSubmissionRecord', 'MappingPreviewRequest']],
  ['public-forms', ['PublicForm', 'FormUpload', 'FormSubmissionRequest', 'FormSubmission', 'SubmissionQueryAnswer']],
  ['personas', ['Persona', 'PersonaInstance', 'PersonaStep', 'PersonaApproval', 'Deliverable', 'PersonaInputField']],
  ['personas', ['PersonaInstanceListQuery']],
  ['older-endpoints', ['LegacyAgentCreate', 'LegacyAgent', 'LegacyChatMessage', 'LegacyChatReply']],
] as const)('the page %s names every field of %s', async (page, names) => {
  const text = await pageOf(page);
  const lacking = names.flatMap((name) => {
    const schema = schemas.get(name);
    if (!(schema instanceof z.ZodObject)) throw new Error(`${name} is not an object's schema`);
    const fields = Object.keys(schema.shape).filter((field) => field !== 'page' && field !== 'per_page');
    return missing(text, fields).map((field) => `${name}.${field}`);
  });
  expect(lacking).toEqual([]);
});

test('the reference names every event, error code, reason and webhook type', async () => {
  const streams = await pageOf('streams');
  const { executionEvents, threadEvents, submissionEvents, personaEvents, conversationEvents, sourceRunEvents } = wire;
  for (const events of [executionEvents, threadEvents, submissionEvents, personaEvents, conversationEvents]) {
    expect(missing(streams, Object.keys(events))).toEqual([]);
  }
  expect(missing(streams, Object.keys(sourceRunEvents))).toEqual([]);
  expect(missing(await pageOf('errors'), [...wire.ErrorCode.options, ...wire.RunErrorCode.options])).toEqual([]);
  const codes = await readFile(new URL('../error-codes.md', folder), 'utf8');
  expect(missing(codes, [...wire.ErrorReason.options, ...wire.FieldCode.options])).toEqual([]);
  const guide = await readFile(new URL('../webhooks.md', folder), 'utf8');
  for (const page of [await pageOf('webhooks'), guide]) expect(missingEvents(page)).toEqual([]);
});

test('the guide to the client names every method', async () => {
  const rows = (await readFile(new URL('../client.md', folder), 'utf8')).split('\n');
  const lacking = Object.entries(operations).flatMap(([resource, methods]) => {
    const row = rows.find((line) => line.startsWith(`| \`client.${resource}\` `)) ?? '';
    return Object.keys(methods).flatMap((name) => (row.includes(`\`${name}\``) ? [] : [`client.${resource}.${name}`]));
  });
  expect(lacking).toEqual([]);
});

test('the page of knowledge bases names every code of a document that could not be read', async () => {
  const page = await pageOf('knowledge-bases');
  for (const [file, type] of [
    ['extract/extraction-error', 'ExtractionErrorCode'],
    ['models/model-error', 'ModelErrorCode'],
  ] as const) {
    const source = await readFile(new URL(`../../src/platform/${file}.ts`, import.meta.url), 'utf8');
    const codes = new RegExp(`type ${type} =([^;]+);`).exec(source)?.[1]?.match(/\w+/g) ?? [];
    expect(codes.length).toBeGreaterThan(3);
    expect(missing(page, codes)).toEqual([]);
  }
});

/** The types of webhook events that no row of a table lists: `group.type`, and further types of the group as `.type`. */
function missingEvents(page: string): string[] {
  const rows = page.split('\n').map((line) => line.match(/`[\w.]+`/g)?.map((name) => name.slice(1, -1)) ?? []);
  return wire.WebhookEventType.options.filter((type) => {
    const [group, own] = type.split('.');
    return !rows.some(
      (names) => names.includes(type) || (names[0]?.startsWith(`${group}.`) && names.includes(`.${own}`)),
    );
  });
}

test('the page of the environment names every variable', async () => {
  const config = await readFile(new URL('../../src/platform/config.ts', import.meta.url), 'utf8');
  const variables = Array.from(config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm), ([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(30);
  expect(missing(await pageOf('environment'), variables)).toEqual([]);
});

test('the reference contains the last part of every address of the API', async () => {
  const files = await readdir(folder);
  const text = (await Promise.all(files.map(async (file) => readFile(new URL(file, folder), 'utf8')))).join('\n');
  const parts = allRoutes().flatMap(({ path }) =>
    path.split('/').filter((part) => part !== '' && !part.startsWith(':')),
  );
  expect(missing(text, [...new Set(parts)])).toEqual([]);
});
