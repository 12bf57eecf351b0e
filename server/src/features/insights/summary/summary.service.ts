import type { InsightStep, InsightSummary, InsightSummaryQuery } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import { type Column, downloadTable } from '../../../platform/http/download-table.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findTimezone } from '../../people/index.ts';
import { findTopQuestions } from '../questions/questions.sql.ts';
import { addUp } from './add-up.ts';
import { knownTimezone } from './known-timezone.sql.ts';
import {
  type Facts,
  findBeginnings,
  findOpinions,
  listSteps,
  type Period,
  type Place,
  type Step,
} from './summary.sql.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
/** Three years of days. */
const maxSteps = 1_100;
const listed = 10;
/** Nothing happened before. Steps near the year 1 would begin before the calendar, and aren't read as dates either. */
const earliest = Date.parse('1970-01-01');

/** Statistics of conversations in a period, by default the last 30 days. */
export async function summarise(
  platform: Platform,
  workspaceId: string,
  query: InsightSummaryQuery,
): Promise<InsightSummary> {
  const period = await readPeriod(platform, workspaceId, query);
  return summarisePeriod(platform, workspaceId, period, await listSteps(platform.database.sql, period));
}

async function summarisePeriod(
  { database: { sql } }: Platform,
  workspaceId: string,
  period: Period,
  steps: readonly Step[],
): Promise<InsightSummary> {
  const { facts, pages } = await collect(sql, workspaceId, period);
  const byStep = Map.groupBy(facts, ({ step }) => new Date(step).toISOString());
  return {
    totals: addUp(facts),
    series: steps.map(({ at }) => ({ from: at, ...addUp(byStep.get(at) ?? []) })),
    top_pages: findTopPages(pages),
    top_questions: await findTopQuestions(sql, workspaceId, period, listed),
  };
}

/** The period of a query, whose steps are days or weeks in the time zone of the workspace. Throws 400. */
async function readPeriod(platform: Platform, workspaceId: string, query: InsightSummaryQuery): Promise<Period> {
  const { sql } = platform.database;
  const timezone = await knownTimezone(sql, await findTimezone(sql, workspaceId));
  const to = query.to ?? new Date().toISOString();
  const from = query.from ?? new Date(Date.parse(to) - defaultDays * dayMs).toISOString();
  const period: Period = { from, to, interval: query.interval, timezone, interfaceId: query.interface_id };
  if (Date.parse(from) < earliest) {
    const path = query.from === undefined ? 'query.to' : 'query.from';
    throw invalid({ path, message: 'is too early: statistics begin in 1970' });
  }
  if (from >= to) throw invalid({ path: 'query.from', message: 'must be before `to`' });
  if ((Date.parse(to) - Date.parse(from)) / (query.interval === 'week' ? 7 * dayMs : dayMs) > maxSteps) {
    throw invalid({ path: 'query.from', message: `is more than ${maxSteps} steps before \`to\`` });
  }
  return period;
}

/** Reads what the figures are made of, and how many conversations began on which page. */
async function collect(
  sql: Sql,
  workspaceId: string,
  period: Period,
): Promise<{ facts: Facts[]; pages: ReadonlyMap<string, number> }> {
  const all = await findOpinions(sql, workspaceId, period);
  const counts = new Map<string, number>();
  for (let after: Place | null | undefined; after !== null;) {
    const { facts, pages, last } = await findBeginnings(sql, workspaceId, period, after);
    all.push(...facts);
    for (const { url, conversations } of pages) counts.set(url, (counts.get(url) ?? 0) + conversations);
    after = last;
  }
  return { facts: all, pages: counts };
}

/** The pages on which most conversations began. */
function findTopPages(pages: ReadonlyMap<string, number>): InsightSummary['top_pages'] {
  return [...pages]
    .toSorted(([url, count], [other, others]) => others - count || (url < other ? -1 : 1))
    .slice(0, listed)
    .map(([url, conversations]) => ({ url, conversations }));
}

/** The series as a table for spreadsheets, with the beginnings of its steps in the time of the workspace. */
export async function summariseAsTable(
  platform: Platform,
  workspaceId: string,
  query: InsightSummaryQuery,
): Promise<RawAnswer> {
  const period = await readPeriod(platform, workspaceId, query);
  const steps = await listSteps(platform.database.sql, period);
  const { series } = await summarisePeriod(platform, workspaceId, period, steps);
  const shown = new Map(steps.map((step) => [step.at, showOffset(step)]));
  const columns: readonly Column<InsightStep>[] = [
    ['from', ({ from }) => shown.get(from)],
    'conversations',
    'resolved_by_agent',
    'handed_over',
    'first_reply_ms_agent_median',
    'first_reply_ms_person_median',
    'thumbs_up',
    'thumbs_down',
    'csat_average',
    'csat_count',
    'credits',
  ];
  return downloadTable({ name: 'insights', format: 'csv', batches: [series], columns });
}

/** A moment with the date there, as `2026-11-29T00:00:00.000+02:00`: in UTC, a day in Berlin would be the one before. */
function showOffset({ at, local }: Step): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(at)) / 60_000);
  if (minutes === 0) return at;
  const digits = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${minutes < 0 ? '-' : '+'}${digits.join(':')}`;
}
