import type { RouteDeclaration } from '../route.ts';

/**
 * Returns the operation's id: a verb and its object, like `createAgent`, `listWebhookDeliveries` or `rotateApiKey`. It
 * is derived from method and path; a route whose path doesn't describe the action sets its own.
 */
export function nameOperation(route: RouteDeclaration): string {
  if (route.operationId !== undefined) return route.operationId;
  const steps = readablePath(route).split('/').filter(Boolean);
  const words = steps.filter((step) => !step.startsWith(':'));
  const noun = (collections: readonly string[]): string => collections.map(toSingular).map(pascal).join('');
  if (steps.at(-1)?.startsWith(':') === true) return itemVerbs[route.method] + noun(words);
  const last = words.at(-1) ?? '';
  const owner = noun(words.slice(0, -1));
  if (route.method === 'GET') return nameRead(owner, last, route.list === true);
  if (last.endsWith('s')) return `create${noun(words)}`;
  const [verb = '', ...object] = last.split('-');
  return `${verb}${owner}${pascal(object.join('-'))}`;
}

/** A POST to a collection creates an item; a POST to the item itself changes it. */
const itemVerbs = { GET: 'get', POST: 'decide', PATCH: 'update', PUT: 'replace', DELETE: 'delete', HEAD: 'check' };

function nameRead(owner: string, last: string, isList: boolean): string {
  if (last === 'events') return `stream${owner}Events`;
  if (last === 'download') return `download${owner}`;
  return `${isList ? 'list' : 'get'}${owner}${pascal(last)}`;
}

/** The path including the part implied by its surface: `/id` of the persona API is `/personas/:id`. */
function readablePath({ surface, path }: RouteDeclaration): string {
  if (surface === 'legacy') return path.replace(/^\//, '/legacy-');
  if (surface === 'personas')
    return path.startsWith('/instances') ? path.replace('/', '/persona-') : `/personas${path}`;
  if (surface !== 'public') return path;
  return path
    .replace(/^\/(chat|form)-interfaces\/:slug\//, '/$1/')
    .replace(/^\/(chat|form)-interfaces/, '/public-$1-interfaces')
    .replace(/^\/persona-/, '/linked-persona-');
}

/** `deliveries` → `delivery`, `knowledge-bases` → `knowledge-base`. */
function toSingular(collection: string): string {
  return collection.replace(/ies$/, 'y').replace(/s$/, '');
}

function pascal(text: string): string {
  return text
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
