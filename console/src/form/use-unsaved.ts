import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useForm } from 'react-hook-form';
import { applyChanges, changesOf, type Values } from './changes.ts';
import { beginningOf, type Drafts } from './draft-store.ts';
import { findLabel } from './find-control.ts';
import { mergeEdits, type Conflict } from './merge-edits.ts';

interface Unsaved {
  drafts: Drafts;
  /** Key of the unsaved input in this tab. */
  name: string;
  saved: Values;
  /** The members whose parts belong together. */
  units: readonly string[];
  readOnly: boolean;
}

/**
 * The values of a form, and how they differ from the saved state. Unsaved input is stored in this tab, and is kept if
 * the saved state changes, through this form or somebody else.
 */
export function useUnsaved({ drafts, name, saved, units, readOnly }: Unsaved) {
  const form = useForm<Record<string, unknown>>({ defaultValues: { ...saved }, mode: 'onTouched' });
  const savedNow = useRef(saved);
  /** What is being sent: it is what the form began with, once the server has it. */
  const sending = useRef<Values | undefined>(undefined);
  /** By the name of the field. A change may be on another tab by the time the server refuses it. */
  const labels = useRef(new Map<string, string>());
  const [changes, setChanges] = useState<Values>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  /** What the members with conflicts began with: a reload finds the conflicts again. */
  const begun = useRef<Values>({});

  const store = (now: Values | undefined) => {
    if (now === undefined) clearConflicts();
    drafts.write(name, now);
    drafts.write(beginningOf(name), now && pick({ ...savedNow.current, ...begun.current }, Object.keys(now)));
    setChanges(now);
  };

  function clearConflicts(): void {
    begun.current = {};
    setConflicts([]);
  }

  // Before the next key: what is typed until then would be replaced by the stored input.
  useLayoutEffect(() => {
    const stored = drafts.read(name);
    if (stored !== undefined && !readOnly) {
      const base = { ...saved, ...drafts.read(beginningOf(name)) };
      takeOver(saved, base, applyChanges(base, stored));
    }
    const { unsubscribe } = form.watch((values, { name: changed }) => {
      const label = changed === undefined ? undefined : findLabel(changed);
      if (changed !== undefined && label !== undefined) labels.current.set(changed, label);
      store(changesOf(savedNow.current, { ...values }));
    });
    return unsubscribe;
    // Runs once for each item: later changes of the saved state are handled below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, name]);

  /**
   * Shows another saved state with the input `mine`, which began with `base`. Returns what both have changed in
   * different ways: saving replaces it.
   */
  function takeOver(values: Values, base: Values, mine: Values): readonly Conflict[] {
    const merged = mergeEdits(base, mine, values, units);
    savedNow.current = values;
    form.reset({ ...values });
    const left = changesOf(values, merged.values);
    if (left !== undefined) form.reset({ ...merged.values }, { keepDefaultValues: true });
    // What is being sent can't conflict with itself.
    const found = left === undefined || sending.current !== undefined ? [] : merged.conflicts;
    const members = found.map(({ path }) => path.split('.')[0] ?? path);
    begun.current = { ...pick(base, members), ...begun.current };
    store(left);
    if (found.length > 0) setConflicts((known) => [...known, ...found]);
    return found;
  }

  useEffect(() => {
    // Unsaved input is taken as the form has it now: `changes` lacks what was typed since this rendering.
    const isNew = changesOf(savedNow.current, saved) !== undefined;
    if (isNew) takeOver(saved, sending.current ?? savedNow.current, form.getValues());
  });

  return {
    form,
    changes,
    conflicts,
    labelOf: (path: string) => findLabel(path) ?? labels.current.get(path),
    changesNow: () => changesOf(savedNow.current, form.getValues()),
    /** Takes over what somebody else may have saved. Returns what is a conflict since then. */
    absorb: (values: Values) =>
      changesOf(savedNow.current, values) === undefined ? [] : takeOver(values, savedNow.current, form.getValues()),
    /** Sends the values as they are, and keeps what is typed in the meantime. */
    sendBy: async (save: () => Promise<Values>) => {
      const sent = { ...form.getValues() };
      sending.current = sent;
      try {
        const now = await save();
        clearConflicts();
        takeOver(now, sent, form.getValues());
      } finally {
        sending.current = undefined;
      }
    },
    discard: () => {
      form.reset({ ...savedNow.current });
      store(undefined);
    },
  };
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((each) => [each, values[each] ?? null]));
}
