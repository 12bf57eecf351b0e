import { execFileSync } from 'node:child_process';

/** Mounts a disk of so many megabytes on a folder, to be unmounted with `umount`; false if this user may not. */
export function mountDisk(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
