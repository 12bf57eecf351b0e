import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads } from '../threads/index.ts';
import { sweepRetention } from './sweep-retention.ts';

interface RetentionPorts {
  readonly agents: Agents;
  readonly threads: Threads;
}

export function createRetention(platform: Platform, ports: RetentionPorts): Feature {
  const extended = { ...platform, ...ports };
  return {
    name: 'retention',
    sweeps: [{ name: 'retention', everyMs: 3_600_000, run: async () => sweepRetention(extended) }],
  };
}
