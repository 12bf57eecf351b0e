import type { Face } from '../face.ts';
import { followRules } from './follow-rules.ts';

/*
 * Features of the launcher that few sites use: messages shown by rules, and texts in the visitor's language. It imports
 * nothing of the panel, or the loader would load that too.
 */
export { translateFace } from './translate-face.ts';

/** Shows the owner's messages beside the button. Returns a function that stops it. */
export function invite(face: Face, show: (message: string) => boolean): () => void {
  const { slug, proactive: rules, consent, behaviour } = face;
  if (!rules?.length) return () => {};
  const canStore = behaviour.persistence !== 'memory' && !consent.required;
  return followRules({ rules, key: `portico:${slug}:seen`, canStore, show });
}
