import { z } from 'zod';
import { operations } from '../shared-types/src/client/operations.ts';

/**
 * What the client reads of its operations when it is called, as the text of a module. It reads of a schema only whether
 * there is one, and whether it takes the id of a message (bind-operation.ts), so that a bundle that doesn't use the
 * schemas needs neither them nor zod.
 */
export function outlineOperations(): string {
  const tables = mapValues(operations, (table) => mapValues(table, outline));
  return `export const operations = ${JSON.stringify(tables)};\n`;
}

function outline({ answer: _, ...operation }: Readonly<Record<string, unknown>>): object {
  return mapValues(operation, (value, name) => {
    if (value instanceof z.ZodType) return outlineSchema(value);
    return name === 'events' ? mapValues(value as object, () => ({})) : value;
  });
}

function outlineSchema(schema: z.ZodType): object {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'client_message_id')
    ? { shape: { client_message_id: {} } }
    : {};
}

function mapValues<T>(
  record: Readonly<Record<string, T>> | object,
  change: (value: T, name: string) => unknown,
): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value as T, name)]));
}
