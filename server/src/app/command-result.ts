import { z } from 'zod';

/** What a command prints, and its exit code; also the answer of a running server to a command from another process. */
export const CommandResult = z.object({ text: z.string(), code: z.int() });
export type CommandResult = z.infer<typeof CommandResult>;
