import { eventExamples } from '@portico/shared-types/examples/events';
import { examples } from '@portico/shared-types/examples/index';

const byName: Readonly<Record<string, unknown>> = examples;
const eventsByName: Readonly<Record<string, readonly unknown[]>> = eventExamples;

/** The example of a schema that shared-types exports under this name. */
export function findExample(name: string | undefined): unknown {
  return name === undefined ? undefined : byName[name];
}

/** Example events of a stream, by the name of its union. */
export function findEventExamples(name: string): readonly unknown[] {
  return eventsByName[name] ?? [];
}

/** Used wherever the document shows an envelope. */
export const exampleMeta = examples.Meta;
export const examplePagination = examples.Pagination;
