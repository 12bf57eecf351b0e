/** Work for a sandbox process. What crosses the border is JSON, both ways. */
export type SandboxTask =
  | { kind: 'expressions'; expressions: string[]; scope: unknown; timeoutMs: number }
  | { kind: 'script'; source: string; inputs: unknown; timeoutMs: number }
  | { kind: 'schema'; schema: unknown; value: unknown };

/** What came of it. After `crashed`, and after a `timeout` that the process itself did not report, it is given up. */
export type SandboxAnswer =
  | { kind: 'values'; values: { value?: unknown }[] }
  | { kind: 'script'; value: unknown; logs: string[] }
  | { kind: 'schema'; value: unknown; faults: SchemaFault[] }
  | { kind: 'failed'; message: string; logs?: string[] }
  | { kind: 'timeout' }
  | { kind: 'crashed' };

/** A value that misses its JSON Schema: the way to it as in `topics[0].name`, and why. */
export interface SchemaFault {
  path: string;
  message: string;
}
