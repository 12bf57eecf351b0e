/** Moves the focus to the panel beside the nodes. `inside` is the editor, or something in it. */
export function focusPanel(inside: Element | null): void {
  inside?.closest('.editor')?.querySelector<HTMLElement>('.editor-panel, .editor-below')?.focus();
}
