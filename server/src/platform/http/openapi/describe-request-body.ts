import type { RouteDeclaration } from '../route.ts';
import { describeProperty } from '@portico/shared-types/descriptions/index';
import { findExample } from './find-example.ts';
import type { Json } from './json.ts';
import type { SchemaBook } from './schema-book.ts';

/** The request body of an operation in each accepted format, undefined if it has none. */
export function describeRequestBody(route: RouteDeclaration, schemas: SchemaBook): Json | undefined {
  if (route.anyBody !== undefined) return { required: false, content: describeAnyBody(route.anyBody) };
  const { json = route.body, fields = route.body } = route.bodyDocument ?? {};
  const content: Json = {};
  if (json !== undefined && route.multipart?.required !== true) {
    content['application/json'] = { schema: schemas.use(json, 'input'), ...exampleOf(json, schemas) };
  }
  if (route.multipart !== undefined) {
    const file = {
      type: 'object',
      properties: {
        file: {
          type: 'string',
          contentMediaType: 'application/octet-stream',
          description: describeProperty('Upload', 'file'),
        },
      },
      required: ['file'],
    };
    const schema = fields === undefined ? file : withFile(file, schemas.inline(fields, 'input', 'Upload'));
    content['multipart/form-data'] = { schema };
  }
  if (Object.keys(content).length === 0) return undefined;
  const required = json !== undefined && !json.safeParse({}).success;
  return { required: required || route.multipart?.required === true, content };
}

function describeAnyBody(bodies: NonNullable<RouteDeclaration['anyBody']>): Json {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, { schema = { type: 'string' }, example }]) => [type, { schema, example }]),
  );
}

function withFile(file: Json, fields: Json): Json {
  const { properties = {}, required = [] } = fields as { properties?: Json; required?: string[] };
  return {
    type: 'object',
    properties: { ...(file['properties'] as Json), ...properties },
    required: ['file', ...required],
  };
}

function exampleOf(schema: NonNullable<RouteDeclaration['body']>, schemas: SchemaBook): Json {
  const example = findExample(schemas.nameOf(schema));
  return example === undefined ? {} : { example };
}
