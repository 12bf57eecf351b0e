import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while no other process of this machine holds the same lock file; waits for it otherwise. The lock of a
 * dead process is taken over, so that a killed build blocks nobody.
 */
export async function withBuildLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true });
  while (!acquire(file)) await sleep(50);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function acquire(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  // Written to another file and linked into place: the lock always contains its owner's process id.
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch {
    takeFromTheDead(file);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function takeFromTheDead(file: string): void {
  const owner = readOwner(file);
  if (owner === undefined || isAlive(owner)) return;
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
    // Another process may have taken it over between the two checks: then it is returned.
    const moved = readOwner(aside);
    if (moved !== undefined && moved !== owner) linkSync(aside, file);
  } catch {
    // It is gone already, or locked again: the next attempt checks.
  } finally {
    rmSync(aside, { force: true });
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
