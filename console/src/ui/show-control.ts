/** Focuses a control, in settings that may be closed. */
export function showControl(control: HTMLElement | null | undefined): void {
  control?.closest('details')?.setAttribute('open', '');
  control?.focus();
}
