import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const counts = {
  discovered: 42,
  fetched: 41,
  created: 2,
  changed: 3,
  unchanged: 34,
  failed: 1,
  removed: 0,
  skipped: 2,
};

/** Sources of knowledge, their runs and pages. */
export const sourceExamples = {
  SourceCreate: { type: 'website', url: 'https://www.example.com/', exclude: ['/blog/**'], refresh: 'daily' },
  SourcePatch: { include: ['/docs/**'], refresh: '0 6 * * 1-5' },
  Source: {
    id: ids.source,
    knowledge_base_id: ids.knowledgeBase,
    type: 'website',
    url: 'https://www.example.com/',
    urls: [],
    include: [],
    exclude: ['/blog/**'],
    max_pages: 500,
    max_depth: 5,
    css_include: null,
    css_exclude: null,
    respect_robots: true,
    refresh: 'daily',
    headers: {},
    status: 'idle',
    error: null,
    counts: { pages: 42, ready: 39, failed: 1, skipped: 2 },
    last_run_at: created,
    next_run_at: '2026-03-03T09:30:00.000Z',
    created_at: created,
  },
  SourceRun: {
    id: ids.run,
    source_id: ids.source,
    status: 'completed',
    error: null,
    started_at: created,
    finished_at: updated,
    counts,
  },
  SourcePage: {
    id: ids.page,
    url: 'https://www.example.com/prices',
    title: 'Prices',
    status: 'ready',
    reason: null,
    http_status: 200,
    document_id: ids.document,
    last_fetched_at: updated,
    last_changed_at: updated,
  },
  SourceChange: { url: 'https://www.example.com/old', change: 'removed', reason: 'HTTP 404' },
} satisfies ExampleBook;
