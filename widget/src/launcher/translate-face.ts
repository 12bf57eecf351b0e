import type { Face } from '../face.ts';
import type { LauncherFace } from './launcher.ts';

/** The launcher's texts in the visitor's language, if the owner has written them. */
export function translateFace({ branding, behaviour, texts }: Face, wish: string): LauncherFace {
  const find = (tag: string | undefined) =>
    Object.entries(texts ?? {}).find(([name]) => name.toLowerCase() === tag)?.[1];
  const wanted = wish.toLowerCase();
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
