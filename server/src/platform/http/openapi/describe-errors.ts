import * as wire from '@portico/shared-types';
import { errorStatus, type ErrorCode } from '@portico/shared-types';
import type { z } from 'zod';
import { refusesUnknownParameters, type RouteDeclaration } from '../route.ts';
import { headersOf } from './response-headers.ts';
import { findExample } from './find-example.ts';
import type { Json } from './json.ts';
import type { SchemaBook } from './schema-book.ts';

type ErrorStatus = (typeof errorStatus)[ErrorCode];

const answers: Readonly<Record<ErrorStatus, { name: string; schema: z.ZodType }>> = {
  400: { name: 'Invalid', schema: wire.ValidationErrorAnswer },
  401: { name: 'Unauthorized', schema: wire.UnauthorizedErrorAnswer },
  403: { name: 'Forbidden', schema: wire.ForbiddenErrorAnswer },
  404: { name: 'NotFound', schema: wire.NotFoundErrorAnswer },
  429: { name: 'RateLimited', schema: wire.RateLimitErrorAnswer },
  500: { name: 'ServerError', schema: wire.ServerErrorAnswer },
  503: { name: 'Unavailable', schema: wire.UnavailableErrorAnswer },
};

/** The error codes of a route: those of its checks, in their order, and those that it declares. */
export function errorsOf(route: RouteDeclaration): Set<ErrorCode> {
  const codes = new Set<ErrorCode>();
  if (route.scopes !== undefined) codes.add('invalid_api_key').add('expired_api_key').add('revoked_api_key');
  if (takesPreview(route)) codes.add('expired_api_key');
  if ((route.scopes?.length ?? 0) > 0 || route.peopleOnly === true) codes.add('insufficient_scope');
  // Every authenticated request may name a workspace that the signed-in person does not belong to.
  if (route.params !== undefined || route.scopes !== undefined) codes.add('resource_not_found');
  if (mayBeInvalid(route)) codes.add('validation_error');
  for (const code of route.errors ?? []) codes.add(code);
  return codes.add('rate_limit_exceeded').add('internal_error').add('service_unavailable');
}

/** Whether `X-Portico-Preview` may name a draft of the interface. */
export function takesPreview({ surface, params }: RouteDeclaration): boolean {
  return surface === 'public' && params !== undefined && 'slug' in params;
}

/** References to the responses of each status that the route's errors have. */
export function describeErrors(route: RouteDeclaration): Json {
  const prefix = route.surface === 'legacy' ? 'Older' : '';
  return Object.fromEntries(
    [...errorsOf(route)].map((code) => {
      const status = errorStatus[code];
      return [String(status), { $ref: `#/components/responses/${prefix}${answers[status].name}` }];
    }),
  );
}

/** The error responses of the document, including those of the older endpoints. */
export function errorComponents(schemas: SchemaBook): Json {
  const byStatus = Map.groupBy(wire.ErrorCode.options, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].flatMap(([status, codes]) => {
      const { name, schema } = answers[status];
      const example = { success: false, error: { code: codes[0], message: 'What went wrong, in a sentence.' } };
      return [
        [name, describeAnswer(status, codes, schemas.use(schema, 'output'), findExample(schemas.nameOf(schema)))],
        [`Older${name}`, describeAnswer(status, codes, schemas.use(wire.LegacyErrorAnswer, 'output'), example)],
      ];
    }),
  );
}

function describeAnswer(status: number, codes: readonly ErrorCode[], schema: Json, example: unknown): Json {
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  return { description: codes.join(', '), headers: headersOf(status), content };
}

/**
 * True if a part of the request is validated: its query, its body, an Idempotency-Key, or the Accept header of a
 * stream.
 */
function mayBeInvalid(route: RouteDeclaration): boolean {
  const { method, query, body, multipart, events } = route;
  if (method === 'POST' || refusesUnknownParameters(route)) return true;
  return [query, body, multipart, events].some((part) => part !== undefined);
}
