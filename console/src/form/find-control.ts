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
  return within.querySelector(`[name="${CSS.escape(path)}"], [name="${CSS.escape(listOf(path))}"]`);
}

/** The list that contains a path; the path itself if it isn't an item of a list. */
export function listOf(path: string): string {
  return path.replace(/\.\d+$/, '');
}

/** The visible label of a path's control; undefined if there is none on the screen. */
export function findLabel(path: string): string | undefined {
  const control = findControl(path);
  const labels = control !== null && 'labels' in control ? control.labels : null;
  return labels instanceof NodeList ? (labels[0]?.textContent ?? undefined) : undefined;
}

/** The heading of the section with the controls of a list, which has no label of its own; undefined if it isn't shown. */
export function findHeading(path: string): string | undefined {
  const control = document.querySelector(`[name^="${CSS.escape(path)}."], [name="${CSS.escape(path)}"]`);
  return control?.closest('.section')?.querySelector('h2')?.textContent ?? undefined;
}
