import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test } from 'vitest';
import { PairRows } from './pair-rows.tsx';

afterEach(cleanup);

function Rows() {
  const [pairs, setPairs] = useState<Record<string, string>>({ a: '1', ab: '2' });
  return (
    <>
      <PairRows label="Headers" pairs={pairs} onPairs={setPairs} />
      <output>{JSON.stringify(pairs)}</output>
    </>
  );
}

const name = (at: number) => screen.getByLabelText<HTMLInputElement>(`Headers ${at}: Name`);
const saved = () => JSON.parse(screen.getByRole('status').textContent);

test('a row with the name of an earlier one is not saved, says so, and loses nothing while its name is typed', async () => {
  render(<Rows />);
  fireEvent.input(name(2), { target: { value: 'a' } });
  expect(await screen.findByText('Another row has this name. This one is not saved.')).toBeTruthy();
  expect(saved()).toEqual({ a: '1' });
  fireEvent.input(name(2), { target: { value: 'abc' } });
  await waitFor(() => expect(saved()).toEqual({ a: '1', abc: '2' }));
  expect(screen.queryByText(/Another row/)).toBeNull();
});
