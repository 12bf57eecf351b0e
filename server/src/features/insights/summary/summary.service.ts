import type { InsightFigures, InsightStep, InsightSummary, InsightSummaryQuery } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import { type Column, downloadTable } from '../../../platform/http/download-table.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findTimezone } from '../../people/index.ts';
import { findTopQuestions } from '../questions/questions.sql.ts';
import { findFigures, findTopPages, listSteps, type Period, type StepFigures } from './summary.sql.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
/** Three years of days. */
const maxSteps = 1_100;
const listed = 10;

/** Statistics of conversations in a period, by default the last 30 days. */
export async function summarise(
  platform: Platform,
  workspaceId: string,
  query: InsightSummaryQuery,
): Promise<InsightSummary> {
  const { sql } = platform.database;
  const timezone = await findTimezone(sql, workspaceId);
  const to = query.to ?? new Date().toISOString();
  const from = query.from ?? new Date(Date.parse(to) - defaultDays * dayMs).toISOString();
  const period: Period = { from, to, interval: query.interval, timezone, interfaceId: query.interface_id };
  if (from >= to) throw invalid({ path: 'query.from', message: 'must be before `to`' });
  if ((Date.parse(to) - Date.parse(from)) / (query.interval === 'week' ? 7 * dayMs : dayMs) > maxSteps) {
    throw invalid({ path: 'query.from', message: `is more than ${maxSteps} steps before \`to\`` });
  }
  const steps = await listSteps(sql, period);
  const [totals, ...figures] = await findFigures(sql, workspaceId, period);
  const byStep = new Map(figures.map((step) => [step.from, step]));
  return {
    totals: toFigures(totals),
    series: steps.map((step) => ({ from: step, ...toFigures(byStep.get(step)) })),
    top_pages: await findTopPages(sql, workspaceId, period, listed),
    top_questions: await findTopQuestions(sql, workspaceId, period, listed),
  };
}

const nothing: InsightFigures = {
  conversations: 0,
  resolved_by_agent: 0,
  handed_over: 0,
  first_reply_ms_agent_median: null,
  first_reply_ms_person_median: null,
  thumbs_up: 0,
  thumbs_down: 0,
  csat_average: null,
  csat_count: 0,
  credits: 0,
};

function toFigures(step: StepFigures | undefined): InsightFigures {
  if (step === undefined) return nothing;
  const { from: _, ...figures } = step;
  return figures;
}

/** The series as a table for spreadsheets. */
export function toCsv({ series }: InsightSummary): RawAnswer {
  const columns: readonly Column<InsightStep>[] = [
    'from',
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
