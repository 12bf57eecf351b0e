import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface BenchProcess {
  readonly port: number;
  readonly pid: number;
  end(): Promise<void>;
}

/**
 * Starts one of our programs in a separate process, so that the measuring code takes none of its time; it prints
 * `"port":n` when ready.
 */
export async function startProcess(
  path: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<BenchProcess> {
  const child = spawn(process.execPath, [path, ...words], {
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
  });
  // A failed bench leaves nothing running.
  process.on('exit', () => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      const said = /"port":(\d+)[^\n]*\n/.exec(text)?.[1];
      if (said !== undefined) resolve(Number(said));
    });
    child.on('exit', (code) => reject(new Error(`${path} ended with ${code}: ${text}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    async end() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS');
}

/** Bytes of memory that a process and all its child processes use now. */
export function treeBytes(pid: number): number {
  const children = new Map<number, number[]>();
  for (const id of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = readParent(id);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const sum = (id: number): number =>
    (children.get(id) ?? []).reduce((bytes, child) => bytes + sum(child), residentBytes(id));
  return sum(pid);
}

/** Undefined if the process has ended. */
function readParent(pid: number): number | undefined {
  try {
    // The second field after the name (proc(5)), which may itself contain spaces and brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Peak resident memory of a process in bytes; 0 if it has ended. */
export function peakBytes(pid: number): number {
  return readStatus(pid, 'VmHWM');
}

/** Seconds of processor time that a process has used, in all its threads. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime in ticks, of which Linux shows 100 a second (proc(5)).
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function readStatus(pid: number, name: string): number {
  try {
    const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
