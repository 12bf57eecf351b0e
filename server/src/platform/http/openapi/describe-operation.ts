import { describeParameter } from '@portico/shared-types/descriptions/index';
import type { RouteDeclaration } from '../route.ts';
import { describeErrors, errorsOf, takesPreview } from './describe-errors.ts';
import { describeRequestBody } from './describe-request-body.ts';
import { describeSuccesses } from './describe-successes.ts';
import type { Json } from './json.ts';
import { nameOperation } from './name-operation.ts';
import type { SchemaBook } from './schema-book.ts';

/** One operation of the document: its parameters and body, and every possible response. */
export function describeOperation(route: RouteDeclaration, schemas: SchemaBook): Json {
  const scopes = route.scopes?.length ? `Scopes: ${route.scopes.join(', ')}.` : '';
  const description = [route.description, scopes].filter(Boolean).join('\n\n');
  const body = describeRequestBody(route, schemas);
  return {
    operationId: nameOperation(route),
    tags: [route.tag],
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    security: securityOf(route),
    ...(route.scopes === undefined ? {} : { 'x-scopes': route.scopes }),
    parameters: [...pathParameters(route), ...queryParameters(route, schemas), ...headerParameters(route)],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...describeSuccesses(route, schemas), ...describeErrors(route) },
    'x-error-codes': [...errorsOf(route)],
  };
}

function securityOf(route: RouteDeclaration): Json[] {
  if (route.peopleOnly === true) return [{ session: [] }];
  if (route.scopes !== undefined) return [{ apiKey: [] }, { bearer: [] }, { session: [] }];
  if (route.surface === 'hooks') return [{ hookSecret: [] }];
  return route.token === true ? [{ token: [] }] : [];
}

function pathParameters(route: RouteDeclaration): Json[] {
  return Object.entries(route.params ?? {}).map(([name, resource]) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifies the ${resource}.`,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: RouteDeclaration, schemas: SchemaBook): Json[] {
  if (route.query === undefined) return [];
  const query = schemas.nameOf(route.query);
  const { properties, required } = schemas.inline(route.query, 'input', 'Query') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    description: describeParameter(query, name) ?? description,
    schema,
  }));
}

function headerParameters(route: RouteDeclaration): Json[] {
  const header = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  const headers: Json[] = [];
  if (route.method === 'POST' && route.scopes !== undefined) {
    const text = 'A request with the same key, path and body within 24 hours returns the first response again.';
    headers.push(
      header('Idempotency-Key', text, { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' }),
    );
  }
  if (route.method === 'GET' && route.events !== undefined) {
    headers.push(header('Last-Event-ID', 'Resumes after this event.', { type: 'string' }));
  }
  for (const [name, text] of Object.entries(route.headers ?? {})) headers.push(header(name, text, { type: 'string' }));
  if (takesPreview(route)) {
    const text = 'The token of a preview: the request uses its draft instead of the saved interface.';
    headers.push(header('X-Portico-Preview', text, { type: 'string' }));
  }
  return headers;
}
