import { useState } from 'preact/hooks';
import { readStored, writeStored } from '../../../app/stored.ts';
import { isValues } from '../../../form/changes.ts';
import type { LoopPath } from '../graph/draft.ts';
import type { Point } from '../graph/layout.ts';
import type { Places } from './to-flow.ts';

/**
 * The places of the nodes that the member has moved. A definition has no place for them, so they are stored in this
 * browser; until a node is moved, all of them are arranged automatically.
 */
export function usePlaces(workflowId: string, path: LoopPath): readonly [Places, (places: Places) => void] {
  const name = ['places', workflowId, ...path].join(':');
  const [kept, setKept] = useState(() => ({ name, places: read(name) }));
  const places = kept.name === name ? kept.places : read(name);
  const change = (next: Places) => {
    writeStored('local', name, next);
    setKept({ name, places: next });
  };
  return [places, change];
}

function read(name: string): Places {
  const stored = readStored('local', name);
  if (!isValues(stored)) return null;
  return Object.fromEntries(Object.entries(stored).flatMap(([id, point]) => (isPoint(point) ? [[id, point]] : [])));
}

function isPoint(value: unknown): value is Point {
  return isValues(value) && Number.isFinite(value['x']) && Number.isFinite(value['y']);
}
