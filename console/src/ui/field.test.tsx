import { render, screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { Select, TextArea, TextInput, type Option } from './field.tsx';

test('a value that is not among the options stays chosen and visible, until its name is known', () => {
  const all: Option = { value: '', label: 'All' };
  const select = (options: Option[]) => (
    <Select aria-label="Agent" value="agt_1" options={options} onValue={() => undefined} />
  );
  const chosen = () => screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent;
  const { rerender } = render(select([all]));
  expect(chosen()).toBe('agt_1');
  rerender(select([all, { value: 'agt_1', label: 'Guide' }]));
  expect(chosen()).toBe('Guide');
  expect(screen.getAllByRole('option')).toHaveLength(2);
});

test('an empty field has the direction of the page, for its placeholder; its text has its own', () => {
  const fields = (value: string) => (
    <>
      <TextInput aria-label="Name" value={value} onValue={() => undefined} />
      <TextArea aria-label="Text" value={value} onValue={() => undefined} />
      <TextInput aria-label="Code" dir="ltr" value={value} onValue={() => undefined} />
    </>
  );
  const directions = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('dir'));
  const { rerender } = render(fields(''));
  expect(directions()).toEqual([null, null, 'ltr']);
  rerender(fields('Harbour'));
  expect(directions()).toEqual(['auto', 'auto', 'ltr']);
});

test('each choice of a list has the direction of its own text, which its owner may have written', () => {
  render(
    <Select
      aria-label="Question"
      value="a"
      options={[{ value: 'a', label: 'How many guests?' }]}
      onValue={() => undefined}
    />,
  );
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'How many guests?' }).dir).toBe('auto');
});
