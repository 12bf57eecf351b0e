import type { RouteDeclaration } from '../route.ts';
import { prefixes } from '../surfaces.ts';
import { headerComponents } from './response-headers.ts';
import { errorComponents } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import type { Json } from './json.ts';
import { SchemaBook } from './schema-book.ts';

const description = `The API of Portico. Every request to the versioned API and to personas carries an API key as
\`X-API-Key\` or \`Authorization: Bearer\`, or the session cookie of a person; the public endpoints need none.`;

const tagDescriptions: Readonly<Record<string, string>> = {
  'API keys': 'Keys of a workspace, with their scopes, limits and expiry.',
  'Audit log': 'Who changed what, and who signed in.',
  Agents: 'AI assistants with a model, a system prompt, knowledge and tools.',
  'Chat interfaces': 'Agents in front of visitors, as an embeddable chat.',
  Conversations: 'Conversations with visitors, for your team to read and answer.',
  Executions: 'Runs of workflows: poll, stream, cancel, retry, decide.',
  Files: 'Private storage with signed downloads.',
  'Form interfaces': 'Workflows and agents in front of visitors, as a form.',
  Insights: 'Unanswered questions, and statistics of conversations.',
  'Knowledge bases': 'Documents that can be searched by words and meaning.',
  'Linked persona tasks': 'Used by the page of a task; the token of its link is used instead of a key.',
  Invitations: 'Links with which people join a workspace.',
  Me: 'The person who is signed in.',
  Members: 'The people of a workspace and their roles.',
  Messages: 'The messages in a thread, and the replies of its agent.',
  'Older agent endpoints': 'Kept for callers of the older API, with their own envelope.',
  'Persona tasks': 'The work of a persona: its steps, approvals and deliverables.',
  Personas: 'Specialists that work through a task step by step.',
  'Public chat': 'Used by the chat widget, without a key.',
  'Public forms': 'Used by the form app, without a key.',
  'Saved replies': 'Texts that the team inserts with a shortcut.',
  'Sign-in': 'Sessions for people, without a key.',
  Sources: 'Websites, sitemaps and lists of addresses that fill a knowledge base and keep it fresh.',
  Threads: 'Conversations with an agent.',
  Triggers: 'Start workflows manually, on a schedule or by a request.',
  Webhooks: 'Outgoing callbacks, signed and retried.',
  Workflows: 'Graphs of nodes that are executed.',
  Workspaces: 'A workspace contains everything else and has its own settings.',
};

/** Builds the OpenAPI 3.1 document from the route declarations; nothing is described twice. */
export function buildOpenApi(routes: readonly RouteDeclaration[], version: string): Json {
  const schemas = new SchemaBook();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = pathOf(route);
    (paths[path] ??= {})[route.method.toLowerCase()] = describeOperation(route, schemas);
  }
  const tags = [...new Set(routes.map(({ tag }) => tag))]
    .toSorted()
    .map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` }));
  return schemas.finish({
    openapi: '3.1.1',
    info: { title: 'Portico', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      headers: headerComponents,
      responses: errorComponents(schemas),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'portico_session',
          description:
            'The session of a person who is signed in; `__Host-portico_session` where PUBLIC_URL is https. `X-Portico-Workspace` names the workspace.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a visitor’s session, or of a task’s link.',
        },
        hookSecret: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Portico-Token',
          description: 'The secret of a webhook trigger; a Standard Webhooks signature does as well.',
        },
      },
    },
  });
}

/** A route's address in the document: `/api/v1/agents/{id}`. */
function pathOf({ surface, path }: RouteDeclaration): string {
  return `${prefixes[surface][0] ?? ''}${path === '/' ? '' : path}`.replaceAll(/:(\w+)/g, '{$1}');
}
