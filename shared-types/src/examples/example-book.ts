import type { z } from 'zod';
import type * as wire from '../wire.ts';

type Wire = typeof wire;

/** Examples by the name of the schema in shared-types; each is a possible request or response. */
export type ExampleBook = {
  readonly [Name in keyof Wire as Wire[Name] extends z.ZodType ? Name : never]?: Wire[Name] extends z.ZodType
    ? z.input<Wire[Name]>
    : never;
};
