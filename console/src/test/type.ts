import { fireEvent, screen } from '@testing-library/preact';

/** Replaces the text of the field with this label. */
export function type(label: string, value: string): void {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
}
