import type { Sql } from '../../../platform/database.ts';
import { parseEvent, type NewEvent } from '../../../platform/event-log.ts';
import { findNewestEvent } from './submission-events.sql.ts';

/** What a submission's readers have been shown of its run, so that they aren't shown it again. */
export interface Shown {
  /** False for a restart of an output of which nothing is shown, and for progress that says what the last one said. */
  isNews(event: NewEvent): boolean;
  take(event: NewEvent): void;
}

/** Recalls that from the submission's own events: the process that followed the run before may have been another process. */
export async function recallShown(sql: Sql, id: string): Promise<Shown> {
  const text = await findNewestEvent(sql, id, ['output:delta', 'output:restarted']);
  const running = await findNewestEvent(sql, id, ['submission:running']);
  let isWritten = text?.event === 'output:delta';
  let progress = running === undefined ? '' : writeProgress(parseEvent(running));
  return {
    isNews: ({ event, data }) => {
      if (event === 'output:restarted') return isWritten;
      return event !== 'submission:running' || writeProgress(data) !== progress;
    },
    take: ({ event, data }) => {
      if (event === 'output:restarted') isWritten = false;
      if (event === 'output:delta') isWritten = true;
      if (event === 'submission:running') progress = writeProgress(data);
    },
  };
}

function writeProgress({ progress, current_node: node }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([progress, node]);
}
