import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tool } from '@portico/shared-types/api/agents';
import type { Rejected } from '../../../form/draft-context.ts';

/** What the server said against a tool. */
export interface ToolFault {
  /** Below the tool, like `request.url`; empty for the tool itself. */
  readonly path: string;
  readonly text: string;
}

/** The faults of the tool at a position, as long as it is as it was sent. */
export function faultsOf(rejected: Rejected | undefined, tools: readonly Tool[], at: number): readonly ToolFault[] {
  const sent: unknown = rejected?.values['tools'];
  if (rejected === undefined || !Array.isArray(sent)) return [];
  const isSame = (each: unknown): boolean => JSON.stringify(each) === JSON.stringify(tools[at]);
  // Tools before it may have been removed since.
  const index = isSame(sent[at]) ? at : sent.findIndex(isSame);
  const own = `tools.${index}`;
  return rejected.faults.flatMap(({ path, text }) => {
    if (path === own) return [{ path: '', text }];
    return path.startsWith(`${own}.`) ? [{ path: path.slice(own.length + 1), text }] : [];
  });
}

/** The function that finds the fault at a path of the edited tool, or below it. */
export const ToolFaultContext = createContext<(path: string) => string | undefined>(() => undefined);

export function useToolFaults(): (path: string) => string | undefined {
  return useContext(ToolFaultContext);
}

export function findFault(faults: readonly ToolFault[], at: string): ToolFault | undefined {
  return faults.find(({ path }) => path === at || path.startsWith(`${at}.`));
}

/** The value at a path of a tool. The name of a header or an argument may contain dots. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '' || typeof value !== 'object' || value === null) return path === '' ? value : undefined;
  const entry = Object.entries(value).find(([name]) => path === name || path.startsWith(`${name}.`));
  return entry === undefined ? undefined : valueAt(entry[1], path.slice(entry[0].length + 1));
}
