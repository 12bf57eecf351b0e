import { useTexts } from '../text/use-texts.ts';
import './bar-chart.css';
import { uiTexts } from './texts.ts';

export interface ChartPart {
  readonly name: string;
  /** The meaning of the colour, not the index of the series. */
  readonly tone: 'accent' | 'good' | 'wait' | 'plain';
}

export interface ChartRow {
  readonly key: string;
  readonly name: string;
  /** One for each part, from the bottom up. */
  readonly values: readonly number[];
}

interface BarChartProps {
  title: string;
  /** The kind of a row, like “Day”. */
  rowTitle: string;
  parts: readonly ChartPart[];
  rows: readonly ChartRow[];
  format: (value: number) => string;
}

/** Bars over time. The same figures are a table below, for screen readers and for copying. */
export function BarChart({ title, rowTitle, parts, rows, format }: BarChartProps) {
  const say = useTexts(uiTexts);
  const top = Math.max(...rows.map(({ values }) => sum(values)), 0);
  // Maximum number of labels that fit below the bars.
  const every = Math.ceil(rows.length / 8);
  return (
    <figure class="chart">
      <figcaption class="line">
        <span class="chart-title grow">{title}</span>
        {parts.length < 2
          ? null
          : parts.map(({ name, tone }) => (
              <span key={name} class="meta chart-key">
                <span class={`chart-mark chart-${tone}`} aria-hidden="true" />
                {name}
              </span>
            ))}
      </figcaption>
      <div class="chart-plot" aria-hidden="true">
        <span class={top > 0 ? 'chart-top meta' : 'chart-none meta'}>{top > 0 ? format(top) : say('noBars')}</span>
        <div class="chart-bars">
          {rows.map(({ key, name, values }) => (
            <div key={key} class="chart-slot" title={describe(name, parts, values, format)}>
              {sum(values) > 0 ? (
                <div class="chart-bar" style={{ height: `${(sum(values) / top) * 100}%` }}>
                  {parts.map(({ name: part, tone }, at) => (
                    <span key={part} class={`chart-${tone}`} style={{ flexGrow: values[at] ?? 0 }} />
                  ))}
                </div>
              ) : null}
            </div>
          ))}
        </div>
        <div class="chart-names meta">
          {rows.map(({ key, name }, at) => {
            // The last bar, which is usually today, always has its name.
            const fromEnd = rows.length - 1 - at;
            return (
              <span key={key} class={fromEnd % (2 * every) === 0 ? undefined : 'chart-name-between'}>
                {fromEnd % every === 0 ? name : ''}
              </span>
            );
          })}
        </div>
      </div>
      <details class="chart-table">
        <summary>{say('asTable')}</summary>
        <div class="chart-scroll" tabIndex={0} role="region" aria-label={title}>
          <table>
            <caption class="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{rowTitle}</th>
                {parts.map(({ name }) => (
                  <th key={name} scope="col" class="to-end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, values }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {parts.map(({ name: part }, at) => (
                    <td key={part} class="to-end">
                      {format(values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function describe(
  name: string,
  parts: readonly ChartPart[],
  values: readonly number[],
  format: (value: number) => string,
): string {
  return [name, ...parts.map((part, at) => `${part.name}: ${format(values[at] ?? 0)}`)].join('\n');
}
