import { useLayoutEffect, useState } from 'preact/hooks';
import type { Values } from '../changes.ts';
import { useDrafts } from '../draft-store.ts';

/** What a member entered about an approval that was no longer open. */
export interface LateDecision {
  /** The approval's. */
  readonly id: string;
  readonly title: string;
  readonly typed: string;
  /** Whether the decision was sent and refused, and not only typed. */
  readonly wasSent: boolean;
}

interface Approvals<Approval> {
  isOpen(approval: Approval): boolean;
  idOf(approval: Approval): string;
  titleOf(approval: Approval): string;
  /** The name of what is typed about it, among the drafts of the tab. */
  draftNameOf(approval: Approval): string;
  /** The texts that such a draft contains. */
  textsIn(draft: Values): readonly string[];
}

/** The decisions that came too late, and those that were still being typed; `addLate` adds one that was refused. */
export function useLateDecisions<Approval>(
  approvals: readonly Approval[],
  { isOpen, idOf, titleOf, draftNameOf, textsIn }: Approvals<Approval>,
) {
  const drafts = useDrafts();
  const [late, setLate] = useState<readonly LateDecision[]>([]);
  const addLate = (decision: LateDecision) =>
    setLate((before) => [...before.filter(({ id }) => id !== decision.id), decision]);
  useLayoutEffect(() => {
    for (const approval of approvals) {
      const draftName = draftNameOf(approval);
      const draft = isOpen(approval) ? undefined : drafts.read(draftName);
      const typed = joinTexts(draft === undefined ? [] : textsIn(draft));
      if (typed === '') continue;
      drafts.write(draftName, undefined);
      addLate({ id: idOf(approval), title: titleOf(approval), typed, wasSent: false });
    }
  });
  return { late, addLate };
}

/** Texts as one, a paragraph each; without empty ones. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
