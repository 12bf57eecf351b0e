import type { ExecutionsPlatform } from '../executions/index.ts';
import type { ThreadsPlatform } from '../threads/index.ts';

/** The platform plus the dependencies of exporting and erasing what visitors left. */
export interface VisitorsPlatform extends ExecutionsPlatform, ThreadsPlatform {}
