import type { Platform } from '../../../platform/platform.ts';
import type { ReadImage } from '../pdf/read-image.ts';
import type { TaskRun } from '../run/task-run.ts';

const maxBytes = 8 * 1024 * 1024;

/**
 * How the PDF of a task gets its images. Those inside the document always; those of other places only where the task
 * may fetch any address without asking anyway, as an address can carry away what the model has read.
 */
export function createImageReader(run: TaskRun): ReadImage {
  const { plan } = run.task;
  const mayFetch =
    plan.autonomyLevel !== 'approve_all' &&
    plan.tools.some(({ tool, risk }) => tool.type === 'builtin' && tool.name === 'fetch_url' && risk === 'low');
  return async (address) => {
    const inline = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/i.exec(address)?.[1];
    if (inline !== undefined) return Buffer.from(inline, 'base64');
    return mayFetch && /^https?:/i.test(address) ? fetchImage(run.platform, address, run.deadlineSignal) : undefined;
  };
}

async function fetchImage(platform: Platform, address: string, signal: AbortSignal): Promise<Buffer | undefined> {
  try {
    const answer = await platform.outbound.request(address, { signal, maxBytes });
    return answer.status === 200 ? Buffer.from(answer.body) : undefined;
  } catch (error) {
    signal.throwIfAborted();
    platform.log.info({ err: error }, 'an image of a deliverable could not be had');
    return undefined;
  }
}
