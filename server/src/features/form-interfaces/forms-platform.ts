import type { ExecutionsPlatform } from '../executions/index.ts';
import type { ThreadsPlatform } from '../threads/index.ts';

/** The platform plus the dependencies of running forms. */
export interface FormsPlatform extends ExecutionsPlatform, ThreadsPlatform {}
