import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { stopOptimizing } from '../../src/platform/embedded-postgres.ts';
import { optimizedEngine } from './optimized-engine.ts';
import { processFlags } from './process-flags.ts';

// `node --import=<this file> server/src/main.ts` starts a server with the engine that is stored for the test processes:
// for the servers of the browser tests, which live for minutes. If none is stored, the engine is not optimized at all,
// because that would take the server longer than it gains.
if (isMainThread) {
  // V8 accepts stored code only with the flags of the process that stored it.
  for (const flag of processFlags) setFlagsFromString(flag);
  const pgliteWasmModule = await optimizedEngine();
  if (pgliteWasmModule === undefined) stopOptimizing();
  else {
    const create = PGlite.create.bind(PGlite);
    const createOptimized = async (options: object): Promise<PGlite> => create({ ...options, pgliteWasmModule });
    Object.assign(PGlite, { create: createOptimized });
  }
}
