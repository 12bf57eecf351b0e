import { fireEvent, screen } from '@testing-library/preact';

/** Chooses an option of a select. `fireEvent.change` would fire an `input` event, as React's `onChange` listens to one. */
export function choose(label: string, value: string): void {
  const select = screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' });
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}
