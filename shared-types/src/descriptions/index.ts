import { agents } from './agents.ts';
import { common } from './common.ts';
import { conversations } from './conversations.ts';
import { envelope } from './envelope.ts';
import { insights } from './insights.ts';
import { interfaces } from './interfaces.ts';
import { knowledge } from './knowledge.ts';
import { operations } from './operations.ts';
import { people } from './people.ts';
import { sources } from './sources.ts';
import { workflows } from './workflows.ts';

const bySubject: Readonly<Record<string, string>> = {
  ...envelope,
  ...agents,
  ...conversations,
  ...knowledge,
  ...workflows,
  ...interfaces,
  ...operations,
  ...sources,
  ...insights,
  ...people,
};

/** Subjects whose texts also apply to other schemas, tried in this order. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(Thread|Conversation|Suggestion|Execution|Persona|Submission|SourceRun|LegacyChat)Event/, ['$1Event']],
  [/^ConversationExportQuery$/, ['ConversationListQuery']],
  [/ErrorAnswer$/, ['ErrorAnswer']],
  [/^PersonaIntegration/, ['PersonaIntegration', 'HttpTool', 'WorkflowTool', 'KnowledgeTool', 'McpTool']],
  [/Node$/, ['Node']],
  [/^(Code|Condition|Fail|Template|Transform)Config$/, ['$1']],
  [/^(Public)?PreChat$|[.]pre_?chat$/i, ['PreChat']],
  [/Texts$/, ['Texts']],
  [/Branding$/, ['Branding']],
  [/Behaviour$/, ['Behaviour']],
  [/Uploads$/, ['Uploads']],
  [/Consent$/, ['Consent']],
  [/Tracking$/, ['Tracking']],
  [/Limits$/, ['Limits']],
  [/Cover$/, ['Cover']],
  [/Definition$/, ['Definition']],
  [/^InsightStep$/, ['InsightFigures']],
  [/^(Form|FormInterface)$/, ['FormInterface', 'Form']],
  [/^CreatedChatSession/, ['CreatedChatSession', 'ChatSession']],
  [/^Execution(Started|Retried|Cancelled)$/, ['Execution']],
  [/^TriggerFired$/, ['Execution']],
];

/**
 * Returns what a property means, for people who read the API's description.
 *
 * @param place The schema that has the property, with the path inside it: `Agent`, `Agent.available_tools`.
 * @param property Its name in either spelling: `agent_id` or `agentId`.
 */
export function describeProperty(place: string, property: string): string | undefined {
  const name = toSnakeCase(property);
  for (const subject of subjectsOf(place)) {
    const text = bySubject[`${subject}.${name}`];
    if (text !== undefined) return text;
  }
  return common[name];
}

/** Returns what a query parameter means in every list; undefined if the schema `query` has a text of its own. */
export function describeParameter(query: string | undefined, name: string): string | undefined {
  return `${query}.${name}` in bySubject ? undefined : bySubject[`Query.${name}`];
}

/** `PublicBranding.cover` → itself, then `Branding.cover`, then `Cover`. */
function* subjectsOf(place: string): Generator<string> {
  const [schema = '', ...inner] = place.split('.').map(toSnakeCaseUnlessFirst);
  const bare = schema
    .replace(/Input$/, '')
    .replace(/(Create|Patch|Summary|Record|Detail)$/, '')
    .replace(/^(Public|Issued|Linked|Saved)/, '');
  for (const name of [schema, bare]) {
    yield [name, ...inner].join('.');
    for (const [pattern, subjects] of families) {
      const match = pattern.exec(name);
      for (const subject of match === null ? [] : subjects) {
        yield [subject.replace('$1', match?.[1] ?? ''), ...inner].join('.');
      }
    }
  }
  const last = inner.at(-1);
  if (last !== undefined) yield last.charAt(0).toUpperCase() + last.slice(1);
}

function toSnakeCaseUnlessFirst(name: string, index: number): string {
  return index === 0 ? name : toSnakeCase(name);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
