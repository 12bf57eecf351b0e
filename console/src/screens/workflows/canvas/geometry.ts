import { branchesOf } from '../graph/branches.ts';
import type { DraftEdge, DraftNode } from '../graph/draft.ts';
import type { Size } from '../graph/layers.ts';

/** The start of an edge at the lower side of a card. */
export interface Port {
  /** Empty for the edges that are always taken. */
  readonly branch: string;
  /** CSS pixels from the centre of the card. */
  readonly x: number;
}

/** In CSS pixels, as in canvas.css. */
const cardWidth = 240;
const cardHeight = 62;
const branchesHeight = 26;
const traceHeight = 26;
const portWidth = 88;
/** A card with more branches would be too wide; its edges have labels instead. */
const maxPorts = 6;

/** The ports of a card: one for each branch, or a single one. */
export function portsOf(node: DraftNode): readonly Port[] {
  const branches = branchesOf(node);
  const own = branches.filter((name) => name !== 'error');
  const names = own.length === 0 ? ['', ...branches] : branches;
  if (names.length > maxPorts) return [{ branch: '', x: 0 }];
  const width = widthOf(names.length);
  return names.map((branch, at) => ({ branch, x: ((at + 0.5) / names.length - 0.5) * width }));
}

/** True if the names of the branches are on the card. */
export function showsBranches(ports: readonly Port[]): boolean {
  return ports.length > 1;
}

export function sizeOf(node: DraftNode, hasTrace: boolean): Size {
  const ports = portsOf(node);
  return {
    width: widthOf(ports.length),
    height: cardHeight + (showsBranches(ports) ? branchesHeight : 0) + (hasTrace ? traceHeight : 0),
  };
}

/** The port where an edge starts: that of its branch, else the one in the middle. */
export function findPort(node: DraftNode, { on = '' }: DraftEdge): Port {
  return portsOf(node).find(({ branch }) => branch === on) ?? { branch: '', x: 0 };
}

function widthOf(ports: number): number {
  return Math.max(cardWidth, ports * portWidth);
}
