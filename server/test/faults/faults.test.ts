import { expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';

// A small sample of each campaign, always with the same seed; `npm run faults` runs the whole campaigns. Several run at
// the same time, each on a separate installation, because they mostly wait.
test.concurrent.each(campaigns.map((campaign) => [campaign.name, campaign] as const))(
  'the product survives a sample of %s',
  async (_name, { run, sample }) => {
    const figures = await run({ seed: 1, ...sample, slowness: 5, say: () => undefined });
    expect(Object.keys(figures).length).toBeGreaterThan(0);
  },
  600_000,
);
