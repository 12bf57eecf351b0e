import type { NodeType } from '@portico/shared-types';
import { cutText } from '../../../../platform/cut-text.ts';
import { measureJson } from '../../../../platform/measure-json.ts';

/** UTF-16 units of JSON up to which an evaluated config is recorded as it is (docs/reference/workflows.md#bounds). */
const maxRecorded = 256 * 1024;
/** UTF-16 units of JSON of a value that is recorded in any case, and of the beginning of a longer text. */
const maxPart = 4_000;

/** A wait continues with its recorded config. */
const waiting: ReadonlySet<NodeType> = new Set<NodeType>(['approval', 'delay']);

/**
 * The evaluated config of a node as it is recorded: without the body of a loop, which is part of the definition. Of a
 * very large one only the beginnings of its large values, which are the outputs of other nodes.
 */
export function shownInputs(type: NodeType, config: unknown): unknown {
  if (typeof config !== 'object' || config === null) return config;
  const entries = Object.entries(config).filter(([key]) => type !== 'loop' || key !== 'body');
  const isWhole = waiting.has(type) || measureJson(config, maxRecorded).length <= maxRecorded;
  return Object.fromEntries(isWhole ? entries : entries.map(([key, value]) => [key, shorten(value)]));
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= maxPart ? value : `${cutText(value, maxPart)}… (${value.length} characters)`;
  }
  return measureJson(value, maxPart).length <= maxPart ? value : `(more than ${maxPart} characters of JSON)`;
}
