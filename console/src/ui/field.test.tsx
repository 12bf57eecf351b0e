import { fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { expect, test, vi } from 'vitest';
import { LanguageContext } from '../text/use-texts.ts';
import { NumberInput, Select, TextArea, TextInput, type Option } from './field.tsx';

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

const german = { language: 'de', setLanguage: () => undefined } as const;

test('a number is read with either separator, written as in the language, and changed with the arrow keys', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const heard: unknown[] = [];
  function Example() {
    const [value, setValue] = useState<unknown>(0.75);
    const onNumber = (next: unknown) => {
      heard.push(next);
      setValue(next);
    };
    return <NumberInput aria-label="Share" value={value} min={0} max={1} step={0.05} onNumber={onNumber} />;
  }
  render(
    <LanguageContext.Provider value={german}>
      <Example />
    </LanguageContext.Provider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Share');
  expect(field.value).toBe('0,75');
  for (const [typed, number] of [
    ['0,5', 0.5],
    ['0.', 0],
    ['0.9', 0.9],
    ['much', '?much'],
    ['', undefined],
    ['0,95', 0.95],
  ] as const) {
    fireEvent.input(field, { target: { value: typed } });
    await expect.poll(() => heard.at(-1)).toBe(number);
    expect(field.value).toBe(typed);
  }
  for (const shown of ['1', '1']) {
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    await expect.poll(() => field.value).toBe(shown);
  }
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  await expect.poll(() => field.value).toBe('0,95');
});
