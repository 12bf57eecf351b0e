import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import type { Extent, Figures } from './campaign.ts';
import { checkRun } from './check-run.ts';
import { openBusyFleet } from './companions.ts';
import type { Fleet } from './open-fleet.ts';
import { createRandom } from './random.ts';
import { saveMixedWorkflows, waitForEnds } from './runs.ts';

const run = promisify(exec);

/** A service that can be restarted under a running installation, and the command that restarts it. */
const outages = {
  redis: { command: process.env['FAULTS_RESTART_REDIS'], forget: false },
  'redis without its data': { command: process.env['FAULTS_RESTART_REDIS'], forget: true },
  postgres: { command: process.env['FAULTS_RESTART_POSTGRES'], forget: false },
};
export type Outage = keyof typeof outages;

/** The outages that are possible in this environment, which provides the commands that restart the services. */
export function possibleOutages(): Outage[] {
  return (Object.keys(outages) as Outage[]).filter((outage) => outages[outage].command !== undefined);
}

/**
 * Restarts a service during `runs` executions, and during replies, submissions, deliveries and persona tasks; all of
 * them complete, with every result recorded once. Needs TEST_DATABASE_URL and TEST_REDIS_URL.
 */
export async function restartServices(outage: Outage, { seed, faults, runs, say }: Extent): Promise<Figures> {
  const random = createRandom(seed);
  const fleet = await openBusyFleet();
  try {
    const startRuns = await saveMixedWorkflows(fleet);
    let open = 0;
    for (let fault = 0; fault < faults; fault += 1) {
      const all = await startRuns(runs);
      await fleet.companions.begin(Math.ceil(runs / 8));
      await sleep(random() * 300);
      const before = fleet.neighbour.calls.length;
      await takeAway(outage, fleet);
      await waitForEnds(
        fleet,
        all.map(({ id }) => id),
      );
      if (fleet.neighbour.calls.length > before) open += 1;
      for (const one of all) await checkRun(fleet.web(), fleet.neighbour, one);
      await fleet.companions.check();
      say(`${outage}, restart ${fault + 1}: ${all.length} executions and what ran beside them completed`);
    }
    return {
      restarts: faults,
      'in the middle of executions': open,
      executions: faults * runs,
      ...fleet.companions.figures(),
      lost: 0,
      stuck: 0,
    };
  } finally {
    await fleet.close();
  }
}

async function takeAway(outage: Outage, { environment }: Fleet): Promise<void> {
  const { command, forget } = outages[outage];
  if (command === undefined) throw new Error(`there is no command to restart for ${outage}`);
  if (forget && environment.REDIS_URL !== undefined) {
    const redis = new Redis(environment.REDIS_URL);
    await redis.flushdb();
    await redis.quit();
  }
  await run(command);
}
