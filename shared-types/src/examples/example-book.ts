import type { z } from 'zod';
import type * as wire from '../wire.ts';

type Wire = typeof wire;

/** Examples by the name of the schema that shared-types exports; each is what a caller could send or would be sent. */
export type ExampleBook = {
  readonly [Name in keyof Wire as Wire[Name] extends z.ZodType ? Name : never]?: Wire[Name] extends z.ZodType
    ? z.input<Wire[Name]>
    : never;
};
