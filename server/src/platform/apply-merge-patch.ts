import { isRecord } from './is-record.ts';

/** Applies a JSON Merge Patch: objects merge, null removes a member, everything else replaces (RFC 7396). */
export function applyMergePatch(target: unknown, patch: Readonly<Record<string, unknown>>): Record<string, unknown>;
export function applyMergePatch(target: unknown, patch: unknown): unknown;
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(isRecord(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
