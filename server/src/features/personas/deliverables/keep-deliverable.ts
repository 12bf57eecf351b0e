import { createHash } from 'node:crypto';
import type { PersonaDeliverable } from '@portico/shared-types';
import { createId } from '../../../platform/ids.ts';
import { keepFile } from '../../files/index.ts';
import { requireLease, type TaskRun } from '../run/task-run.ts';
import type { DeliverableContext } from './deliverable-process.ts';
import { findByOrigin, insertDeliverable, nextVersion } from './deliverables.sql.ts';
import { deliverableFiles, nameFile, renderDeliverable } from './render-deliverable.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReadImage } from '../pdf/read-image.ts';

const maxBytes = 8 * 1024 * 1024;

/**
 * Writes a new version of a deliverable and returns its file's name. `origin` identifies its cause: if a version with
 * that origin exists, nothing is written again. Throws a DeliverableError for unsuitable content.
 */
export async function keepDeliverable(
  run: TaskRun,
  deliverable: PersonaDeliverable,
  content: string,
  origin: string,
): Promise<string> {
  const { platform, task } = run;
  const known = await findByOrigin(platform.database.sql, task.id, origin);
  if (known !== undefined) return known.file_name;
  const { name, description, type } = deliverable;
  const bytes = await renderDeliverable({ type, title: name }, content, contextOf(run));
  const version = await nextVersion(platform.database.sql, task.id, name);
  const written = {
    workspaceId: task.workspace_id,
    owner: task.id,
    bytes,
    fileName: nameFile(name, type, version),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    mimeType: deliverableFiles[type].mimeType,
  };
  const file = await keepFile(platform, written, async (tx, { id: fileId }) => {
    await requireLease(tx, run.held);
    await insertDeliverable(tx, {
      id: createId('dlb'),
      workspaceId: task.workspace_id,
      instanceId: task.id,
      name,
      description,
      type,
      version,
      fileId,
      origin,
    });
  });
  return file.file_name;
}

/** The context in which a task's texts are parsed. */
export function contextOf(run: TaskRun): DeliverableContext {
  return { workspaceId: run.task.workspace_id, readImage: createImageReader(run), signal: run.deadlineSignal };
}

/**
 * How the PDF of a task gets its images. Images inside the document are always used; others only if the task may fetch
 * any address without asking anyway, because an address can leak what the model has read.
 */
function createImageReader(run: TaskRun): ReadImage {
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
