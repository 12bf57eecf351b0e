import assert from 'node:assert/strict';
import type { Extent, Figures } from './campaign.ts';
import { openBusyFleet } from './companions.ts';
import { readTranscript, type Block } from './read-transcript.ts';
import { saveWorkflow, startRun } from './runs.ts';
import { nestedIn, tenNodes } from './workflows.ts';

/**
 * Follows `faults` executions over connections that are cut after every event and resumed from it, each on another
 * process if there are several: once while the execution runs, with a restart of the embedded server in between, and
 * once after its end. Then reads the rest of the stream after each event. All transcripts must have the same bytes.
 */
export async function cutStreams({ faults, say }: Extent): Promise<Figures> {
  const fleet = await openBusyFleet();
  try {
    const plainId = await saveWorkflow(fleet.web(), tenNodes);
    const nested = nestedIn(plainId);
    const nestedId = await saveWorkflow(fleet.web(), nested);
    let cuts = 0;
    let events = 0;
    /** Reads one event from each connection. */
    const followInPieces = async (id: string, onEvent?: (block: Block) => Promise<void>): Promise<Block[]> => {
      const pieces: Block[] = [];
      for (;;) {
        const after = pieces.at(-1)?.id ?? 0;
        const [next] = await readTranscript(fleet.web(), id, { after, until: after + 1 });
        if (next === undefined) return pieces;
        pieces.push(next);
        cuts += 1;
        await onEvent?.(next);
      }
    };
    for (let execution = 0; execution < faults; execution += 1) {
      const [id, workflow] = execution % 2 === 0 ? [plainId, tenNodes] : [nestedId, nested];
      const run = await startRun(fleet, id, workflow, `run ${execution}`);
      assert.ok(run);
      await fleet.companions.begin(1);
      let restarted = false;
      const live = await followInPieces(run.id, async ({ event }) => {
        if (restarted || event !== 'node:completed' || execution % 4 > 1) return;
        restarted = true;
        await fleet.kill();
        await fleet.restart();
      });
      const whole = await readTranscript(fleet.web(), run.id);
      assert.equal(whole.at(-1)?.event, 'execution:completed');
      assertSame(live, whole, `${run.id} while it ran`);
      assertSame(await followInPieces(run.id), whole, `${run.id} after its end`);
      for (const { id: after } of whole) {
        const rest = await readTranscript(fleet.web(), run.id, { after });
        assertSame([...whole.slice(0, after), ...rest], whole, `${run.id} resumed after ${after}`);
        cuts += 1;
      }
      await fleet.companions.check();
      events += whole.length;
      say(`execution ${execution + 1}: ${whole.length} events, the same in every transcript`);
    }
    return {
      executions: faults,
      events,
      'cuts and resumes': cuts,
      'different transcripts': 0,
      ...fleet.companions.figures(),
    };
  } finally {
    await fleet.close();
  }
}

function assertSame(pieces: readonly Block[], whole: readonly Block[], what: string): void {
  const bytes = (blocks: readonly Block[]) => blocks.map((block) => block.bytes).join('\n\n');
  assert.equal(bytes(pieces), bytes(whole), what);
}
