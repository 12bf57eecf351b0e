import { cleanup } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { renderInConsole } from '../test/render-in-console.tsx';
import { BarChart } from './bar-chart.tsx';

afterEach(cleanup);

test.each([1, 7, 30, 90])('of %i bars, the last one has its name below it, of at most eight names', (days) => {
  const rows = Array.from({ length: days }, (_, at) => ({ key: `${at}`, name: `Day ${at + 1}`, values: [1] }));
  const { container } = renderInConsole(
    <BarChart
      title="Credits"
      rowTitle="Day"
      parts={[{ name: 'Credits', tone: 'accent' }]}
      rows={rows}
      format={String}
    />,
  );
  const names = [...container.querySelectorAll('.chart-names span')].map(({ textContent }) => textContent);
  expect(names).toHaveLength(days);
  expect(names.at(-1)).toBe(`Day ${days}`);
  expect(names.filter((name) => name !== '').length).toBeLessThanOrEqual(8);
});

test('a chart without a bar says so, instead of having the zero at its top', () => {
  const rows = ['Monday', 'Tuesday'].map((name) => ({ key: name, name, values: [0] }));
  const parts = [{ name: 'Credits', tone: 'accent' }] as const;
  const { container } = renderInConsole(
    <BarChart title="Credits" rowTitle="Day" parts={parts} rows={rows} format={String} />,
  );
  const plot = container.querySelector('.chart-plot')?.textContent ?? '';
  expect([plot.includes('Nothing in this period'), plot.includes('0')]).toEqual([true, false]);
});
