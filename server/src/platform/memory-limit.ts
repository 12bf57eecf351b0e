import { totalmem } from 'node:os';

/** The memory that this process may use, in bytes: its container's limit, or the machine's. */
export const memoryLimit = (
  // 0 if unknown; in a container without a limit a number that no machine has.
  constrained = process.constrainedMemory(),
  total = totalmem(),
): number => (constrained > 0 ? Math.min(constrained, total) : total);
