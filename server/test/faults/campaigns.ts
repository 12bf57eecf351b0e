import type { Extent, Figures } from './campaign.ts';
import { cancelAnywhere } from './cancel-anywhere.ts';
import { cutStreams } from './cut-streams.ts';
import { disturbStores, possibleDisturbances } from './disturb-stores.ts';
import { killAtEveryStep } from './kill-at-every-step.ts';
import { possibleOutages, restartServices } from './restart-services.ts';
import { stopPastLease } from './stop-past-lease.ts';
import { takeOver } from './take-over.ts';

export interface Campaign {
  readonly name: string;
  /** The size of a whole campaign, and of a sample of it among the tests. */
  readonly whole: Pick<Extent, 'faults' | 'runs'>;
  readonly sample: Pick<Extent, 'faults' | 'runs'>;
  run(extent: Extent): Promise<Figures>;
}

/** Every campaign that can run in this environment; restarts need real services and the commands that restart them. */
export const campaigns: readonly Campaign[] = [
  { name: 'kills', whole: { faults: 40, runs: 12 }, sample: { faults: 1, runs: 6 }, run: killAtEveryStep },
  { name: 'stops', whole: { faults: 5, runs: 40 }, sample: { faults: 1, runs: 4 }, run: stopPastLease },
  ...possibleOutages().map((outage) => ({
    name: outage.replaceAll(' ', '-'),
    whole: { faults: 3, runs: 200 },
    sample: { faults: 1, runs: 20 },
    run: async (extent: Extent) => restartServices(outage, extent),
  })),
  ...possibleDisturbances().map(([store, disturbance]) => ({
    name: `${store}-${disturbance}`,
    whole: { faults: 6, runs: 40 },
    sample: { faults: 1, runs: 8 },
    run: async (extent: Extent) => disturbStores(store, disturbance, extent),
  })),
  { name: 'cancels', whole: { faults: 400, runs: 20 }, sample: { faults: 6, runs: 6 }, run: cancelAnywhere },
  { name: 'takeovers', whole: { faults: 12, runs: 40 }, sample: { faults: 1, runs: 8 }, run: takeOver },
  { name: 'cuts', whole: { faults: 8, runs: 1 }, sample: { faults: 1, runs: 1 }, run: cutStreams },
];
