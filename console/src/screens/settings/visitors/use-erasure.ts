import type { VisitorErasure } from '@portico/shared-types/api/visitors';
import { useState } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useEraseVisitor } from '../../../data/visitor-data.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { extendTrail, isIn, toRequest, type Subject, type Trail } from './subject.ts';
import { visitorTexts } from './texts.ts';
import { useFailureText, useOutcome } from './use-outcome.ts';

/** What an erasure has deleted. */
export interface Erased extends VisitorErasure {
  readonly subject: Subject;
  /** Another erasure has found the identifier, so it is spelled correctly. */
  readonly isContinued: boolean;
}

/** The erasure of a person: requested, confirmed, and its result, with the identifiers that it has found. */
export function useErasure() {
  const say = useTexts(visitorTexts);
  const explain = useFailureText();
  const { mutateAsync, reset, isPending, error } = useEraseVisitor(useOutcome(say('erasedNotice')));
  const [asked, setAsked] = useState<Subject | null>(null);
  const [result, setResult] = useState<Erased>();
  const [trail, setTrail] = useState<Trail>({ found: [], erased: [] });
  /** A request without a response may have been received, and an erasure that has begun continues on the server. */
  const explainErasure = (failure: unknown) =>
    failure instanceof ApiError && failure.isTemporary ? say('eraseUnclear') : explain(failure);
  return {
    isBusy: isPending,
    /** The person in the dialog, while it is open. */
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    /** Why the last erasure failed. */
    failure: error === null ? undefined : explainErasure(error),
    result,
    trail,
    confirm: async (subject: Subject) => {
      try {
        const erasure = await mutateAsync(toRequest(subject));
        const isContinued = trail.found.length > 1 && isIn(trail.found, subject);
        setResult({ ...erasure, subject, isContinued });
        setTrail((before) => extendTrail(before, subject, erasure.identifiers));
      } catch (failure) {
        throw new Error(explainErasure(failure), { cause: failure });
      }
    },
    clearError: () => {
      if (error !== null) reset();
    },
  };
}
