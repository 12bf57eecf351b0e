import type { ExecutionsPlatform } from '../executions/index.ts';
import type { ThreadsPlatform } from '../threads/index.ts';

/** The platform with what running forms needs. */
export interface FormsPlatform extends ExecutionsPlatform, ThreadsPlatform {}
