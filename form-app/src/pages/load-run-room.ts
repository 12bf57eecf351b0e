import type { RunRoom as RunRoomPage } from './run-room.tsx';

type RunRoom = typeof RunRoomPage;

let loaded: RunRoom | null = null;

/** The page of a run if its code is there. */
export function loadedRunRoom(): RunRoom | null {
  return loaded;
}

/** Loads the page of a run, which the first view of a form doesn't need. Rejects if it can't be had; ask again then. */
export async function loadRunRoom(): Promise<RunRoom> {
  loaded ??= (await import('./run-room.tsx')).RunRoom;
  return loaded;
}
