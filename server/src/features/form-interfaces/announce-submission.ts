import type { Transaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
