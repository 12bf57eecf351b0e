import { render, screen } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { Select, type Option } from './field.tsx';

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
