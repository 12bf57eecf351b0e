/** Focuses a control, in settings that may be closed, and scrolls to what is said about it below. */
export function showControl(control: HTMLElement | null | undefined): void {
  control?.closest('details')?.setAttribute('open', '');
  control?.focus();
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
}
