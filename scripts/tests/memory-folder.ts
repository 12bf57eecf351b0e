import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's file system for shared memory. */
const sharedMemory = '/dev/shm';
const prefix = 'portico-tests-';
/** The temporary files of a whole run take up to 0.4 GB at a time. */
const bytesNeeded = 3 * 1024 ** 3;

export interface MemoryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a folder in memory for the temporary files of this run: the tests create and remove hundreds of thousands of
 * files, for each of which a file system on disk updates its tables. Removes the folders of runs that were killed, with
 * the disks that their tests had mounted there; what can't be removed stays, because it must not stop this run. Returns undefined on systems without shared memory, or with little of it (a container has 64 MB by default).
 */
export function openMemoryFolder(parent = sharedMemory, needed = bytesNeeded): MemoryFolder | undefined {
  if (!existsSync(parent)) return undefined;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && !isRunning(Number.parseInt(name.slice(prefix.length), 10))) {
      remove(join(parent, name));
    }
  }
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < needed) return undefined;
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  return { path, remove: () => remove(path) };
}

function remove(path: string): void {
  for (const disk of listDisksIn(path)) spawnSync('umount', [disk], { stdio: 'ignore' });
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  } catch {
    // A process that is still ending uses it, or it belongs to another user: a later run tries again.
  }
}

/** What is mounted in a folder, the innermost first. A space in a name is `\\040`. */
function listDisksIn(path: string): string[] {
  const mounts = '/proc/self/mounts';
  if (!existsSync(mounts)) return [];
  const places = readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll(String.raw`\040`, ' '));
  return places.filter((place) => place.startsWith(`${path}/`)).toReversed();
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's process may not receive signals from this one.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
