import type { Json } from '../../src/platform/http/openapi/json.ts';
import { isRecord } from '../../src/platform/is-record.ts';

/** One body of the document in one media type, and the location of its schema. */
export interface Media {
  /** `POST /api/v1/agents body application/json`. */
  readonly name: string;
  readonly type: string;
  readonly pointer: string;
  readonly examples: readonly unknown[];
}

/** Every request and response body of an OpenAPI document, and each shared response once. */
export function listMedia(document: Json): Media[] {
  const found: Media[] = [];
  const add = (name: string, holder: unknown, pointer: string): void => {
    const content = read(holder, 'content');
    for (const [type, media] of Object.entries(isRecord(content) ? content : {})) {
      if (!isRecord(media)) continue;
      const several = isRecord(media['examples']) ? Object.values(media['examples']) : [];
      const examples = 'example' in media ? [media['example']] : several.map((example) => read(example, 'value'));
      found.push({ name: `${name} ${type}`, type, pointer: `${pointer}/content/${escape(type)}`, examples });
    }
  };
  for (const { method, path, operation, pointer } of listOperations(document)) {
    const name = `${method} ${path}`;
    add(`${name} body`, operation['requestBody'], `${pointer}/requestBody`);
    for (const [status, answer] of Object.entries(operation['responses'] as Json)) {
      add(`${name} ${status}`, answer, `${pointer}/responses/${status}`);
    }
  }
  const shared = read(document['components'], 'responses');
  for (const [name, answer] of Object.entries(isRecord(shared) ? shared : {})) {
    add(`any ${name}`, answer, `/components/responses/${name}`);
  }
  return found;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
  readonly pointer: string;
}

/** Every operation of an OpenAPI document with its JSON pointer (RFC 6901). */
export function listOperations(document: Json): Operation[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      pointer: `/paths/${escape(path)}/${method}`,
    })),
  );
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function read(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
