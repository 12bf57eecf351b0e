import { showControl } from '../ui/show-control.ts';

/** Number of frames for which a field is looked for: what contains it, like the node of a workflow, may open first. */
const maxFrames = 10;

/** Focuses a field with an error, as soon as it is mounted; settings that were closed are open. */
export function focusControl(path: string, within: ParentNode = document, frames = maxFrames): void {
  const control = findControl(path, within);
  showControl(control);
  if (control === null && frames > 0) requestAnimationFrame(() => focusControl(path, within, frames - 1));
}

/** The control of a path, or of the list that contains it. */
export function findControl(path: string, within: ParentNode = document): HTMLElement | null {
  const list = path.replace(/\.\d+$/, '');
  return within.querySelector(`[name="${CSS.escape(path)}"], [name="${CSS.escape(list)}"]`);
}
