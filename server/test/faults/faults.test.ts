import { expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';

// A small sample of each campaign, the same each time; `npm run faults` runs them whole. Some run at once, each on an
// installation of its own, since most of the time they wait.
test.concurrent.each(campaigns.map((campaign) => [campaign.name, campaign] as const))(
  'a sample of %s is survived',
  async (_name, { run, sample }) => {
    const figures = await run({ seed: 1, ...sample, say: () => undefined });
    expect(Object.keys(figures).length).toBeGreaterThan(0);
  },
  600_000,
);
