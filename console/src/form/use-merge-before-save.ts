import { useRef, useState } from 'preact/hooks';
import type { UseFormReturn } from 'react-hook-form';
import type { Values } from './changes.ts';
import { findLabel } from './find-control.ts';
import { mergeEdits } from './merge-edits.ts';

/**
 * Merges what a dialog is about to save with what somebody else has saved since it opened.
 *
 * `merge` resolves to whether the input can be saved: not if both have changed something in different ways, which is
 * then in `conflicts`, by the labels of its fields, or else by `nameOf`. The next `merge` replaces it. It rejects if `read` does.
 */
export function useMergeBeforeSave<Input extends Values>(
  form: UseFormReturn<Record<string, unknown>>,
  defaults: Input,
  read: (() => Promise<Input>) | undefined,
  nameOf?: (path: string) => string | undefined,
) {
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const saved = useRef(defaults);
  const merge = async (): Promise<boolean> => {
    if (read === undefined) return true;
    const now = await read();
    const merged = mergeEdits(saved.current, form.getValues(), now);
    saved.current = now;
    form.reset({ ...merged.values }, { keepDefaultValues: true });
    setConflicts(merged.conflicts.map(({ path }) => findLabel(path) ?? nameOf?.(path) ?? path));
    return merged.conflicts.length === 0;
  };
  return { savedNow: () => saved.current, merge, conflicts };
}
