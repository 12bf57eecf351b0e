import type { Face } from '../types.ts';
import { followRules } from './follow-rules.ts';

/*
 * What the launcher has on few sites: messages that come by rules, and texts in the visitor's language. It imports nothing that
 * is part of the panel, or the loader would load that too.
 */
export { translateFace } from './translate-face.ts';

/** Shows the owner's messages beside the button. Returns how to stop. */
export function invite(face: Face, show: (message: string) => boolean): () => void {
  const { slug, proactive: rules, consent, behaviour } = face;
  if (!rules?.length) return () => {};
  const canStore = behaviour.persistence !== 'memory' && !consent.required;
  return followRules({ rules, key: `portico:${slug}:seen`, canStore, show });
}
