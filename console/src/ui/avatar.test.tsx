import { cleanup, fireEvent, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

afterEach(cleanup);

test('a person has their picture, or the first letter of their name if it can’t be loaded', () => {
  const { container, rerender } = render(<Avatar name="mara" />);
  expect(container.textContent).toBe('M');
  rerender(<Avatar name="mara" picture="https://pictures.example/gone.png" />);
  const picture = container.querySelector('img');
  expect(picture?.getAttribute('src')).toBe('https://pictures.example/gone.png');
  expect(container.textContent).toBe('');
  if (picture !== null) fireEvent.error(picture);
  expect(container.textContent).toBe('M');
  rerender(<Avatar name="mara" picture="https://pictures.example/mara.png" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/mara.png');
});
