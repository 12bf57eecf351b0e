import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonaDeliverable } from '@portico/shared-types';
import { createId } from '../../../platform/ids.ts';
import { keepFile, removeFile } from '../../files/index.ts';
import { type TaskRun, withLease } from '../run/task-run.ts';
import { findByOrigin, insertDeliverable, nextVersion } from './deliverables.sql.ts';
import { createImageReader } from './create-image-reader.ts';
import { deliverableFiles, nameFile, renderDeliverable } from './render-deliverable.ts';

/**
 * Writes a new version of a deliverable and returns its file's name. `origin` names what made it: where that is kept
 * already, nothing is written again. Throws a DeliverableError for content that makes no such file.
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
  const bytes = await renderDeliverable({ type, title: name }, content, createImageReader(run));
  const version = await nextVersion(platform.database.sql, task.id, name);
  const path = join(platform.storage.incoming, randomUUID());
  await writeFile(path, bytes, { mode: 0o600 });
  const file = await keepFile(platform, {
    workspaceId: task.workspace_id,
    owner: task.id,
    path,
    fileName: nameFile(name, type, version),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    mimeType: deliverableFiles[type].mimeType,
  });
  try {
    await withLease(run, async (tx) => {
      await insertDeliverable(tx, {
        id: createId('dlb'),
        workspaceId: task.workspace_id,
        instanceId: task.id,
        name,
        description,
        type,
        version,
        fileId: file.id,
        origin,
      });
    });
  } catch (error) {
    await removeFile(platform, task.workspace_id, file.id);
    throw error;
  }
  return file.file_name;
}
