import { forwardEvent } from '../analytics.ts';
import type { Face } from '../face.ts';
import type { RawOptions } from '../mount/loader-options.ts';
import { goesOn, readStored, whenIdle } from './find-stored.ts';
import { followRules } from './follow-rules.ts';
import type { HeadlessOptions } from '../types.ts';
import type { Launcher, LauncherFace } from './launcher.ts';

/** Options of the page that decide what may be stored in the browser. */
export type StoringOptions = Pick<HeadlessOptions, 'consent' | 'persistence' | 'preview'>;

export { forwardEvent };
export { listenForAsk } from './listen-for-ask.ts';

/*
 * Features of the launcher that few sites and visitors use: messages shown by rules, texts in the visitor's language,
 * analytics, what opens the ask dialog, and what brings a visitor's conversation back. It imports nothing of the panel, or the loader would load that too.
 */

/**
 * For a launcher that the loader has just shown: forwards `ready` to the page's analytics, which the panel would do too
 * late, invites visitors as below, and calls `connect` for a visitor whose conversation continues.
 */
export function greet(
  face: Face,
  options: RawOptions,
  { showTip }: Pick<Launcher, 'showTip'>,
  connect: () => void,
): () => void {
  if (options.analytics) forwardEvent(options, 'ready', options);
  const stops = [invite(face, options, showTip), reconnect(face, options, connect)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Calls back when the page is idle if the visitor's stored conversation continues. Returns a function that stops it. */
export function reconnect({ slug, behaviour }: Face, given: RawOptions, connect: () => void): () => void {
  const persistence = given.persistence ?? behaviour.persistence;
  // A draft of an interface uses no real conversation.
  if (given.preview || persistence === 'memory') return () => {};
  const stored = readStored(persistence, slug);
  if (!stored.session) return () => {};
  let isOver = false;
  const cancel = whenIdle(() => void goesOn(stored, given.host, slug).then((isSo) => isSo && !isOver && connect()));
  return () => {
    isOver = true;
    cancel();
  };
}

/**
 * Shows the owner's messages beside the button. Which were shown is stored only if neither the interface nor the page
 * (`given`) asks for consent or stores nothing. Returns a function that stops it.
 */
export function invite(face: Face, given: StoringOptions, show: (message: string) => boolean): () => void {
  const { slug, proactive: rules, consent, behaviour } = face;
  if (!rules?.length) return () => {};
  const needsConsent = consent.required || given.consent === 'required';
  const isKept = ![behaviour.persistence, given.persistence].includes('memory') && !given.preview;
  const canStore = isKept && !needsConsent;
  return followRules({ rules, key: `portico:${slug}:seen`, canStore, show });
}

/** The launcher's texts in the visitor's language, if the owner has written them. */
export function translateFace({ branding, behaviour, texts }: Face, language: string): LauncherFace {
  const find = (tag: string | undefined) =>
    Object.entries(texts ?? {}).find(([name]) => name.toLowerCase() === tag)?.[1];
  const wanted = language.toLowerCase();
  const own = find(wanted) ?? find(wanted.split('-')[0]);
  const { label, proactiveMessage } = behaviour.launcher;
  return {
    branding,
    behaviour: {
      title: own?.title ?? behaviour.title,
      launcher: { label: own?.launcherLabel ?? label, proactiveMessage: own?.proactiveMessage ?? proactiveMessage },
    },
  };
}
