import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const roots = ['src/main.tsx', 'src/screens/home/home-screen.tsx'].map((file) => join(import.meta.dirname, file));
let found: ReadonlySet<string> | undefined;

/** Whether the page or its first screen imports a module, directly or through others. */
export function isInFirstScreen(id: string, graph: Graph): boolean {
  found ??= findImported(graph);
  return found.has(id);
}

function findImported(graph: Graph): Set<string> {
  const imported = new Set(roots);
  for (const id of imported) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) imported.add(next);
  }
  return imported;
}
