import { z } from 'zod';
import { NamedListQuery, PageQuery, Timestamp } from '../envelope.ts';
import { RunError } from '../errors.ts';
import { hasCredentials } from '../has-credentials.ts';

const address = z
  .url({ protocol: /^https?$/, message: 'is not an http or https address' })
  .max(2000)
  .refine((url) => !hasCredentials(url), 'must not contain a user name or a password');
const globs = z.array(z.string().trim().min(1).max(200)).max(50);
const selector = z.string().trim().min(1).max(500);
const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, 'is not the name of a header');
const headerValue = z
  .string()
  .max(2000)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  .refine((value) => !/[\u0000-\u001f\u007f]/.test(value), 'must not contain control characters');
const headers = z
  .record(headerName, headerValue)
  .refine((value) => Object.keys(value).length <= 20, 'has more than 20 headers');

/** A source's own settings, for its creation and its change. */
const settings = {
  include: globs,
  exclude: globs,
  max_pages: z.int().min(1).max(10_000),
  max_depth: z.int().min(0).max(100),
  css_include: selector.nullable(),
  css_exclude: selector.nullable(),
  respect_robots: z.boolean(),
  refresh: z.string().trim().min(1).max(100),
  headers,
};

export const SourceType = z.enum(['website', 'sitemap', 'urls']);
export type SourceType = z.infer<typeof SourceType>;

/** `website` and `sitemap` require `url`, `urls` requires `urls`. */
export const SourceCreate = z.strictObject({
  type: SourceType,
  url: address.optional(),
  urls: z.array(address).min(1).max(1000).optional(),
  include: settings.include.default([]),
  exclude: settings.exclude.default([]),
  max_pages: settings.max_pages.default(500),
  max_depth: settings.max_depth.default(5),
  css_include: settings.css_include.optional(),
  css_exclude: settings.css_exclude.optional(),
  respect_robots: settings.respect_robots.default(true),
  refresh: settings.refresh.default('never'),
  headers: settings.headers.optional(),
});
export type SourceCreate = z.infer<typeof SourceCreate>;

/** Changes apply from the next run on. A header whose value is the mask keeps its value. */
export const SourcePatch = z.strictObject({
  url: address.optional(),
  urls: z.array(address).min(1).max(1000).optional(),
  include: settings.include.optional(),
  exclude: settings.exclude.optional(),
  max_pages: settings.max_pages.optional(),
  max_depth: settings.max_depth.optional(),
  css_include: settings.css_include.optional(),
  css_exclude: settings.css_exclude.optional(),
  respect_robots: settings.respect_robots.optional(),
  refresh: settings.refresh.optional(),
  headers: settings.headers.nullable().optional(),
});
export type SourcePatch = z.infer<typeof SourcePatch>;

export const SourceStatus = z.enum(['idle', 'syncing', 'failed']);
export type SourceStatus = z.infer<typeof SourceStatus>;

/** A website, a sitemap or a list of addresses that fills a knowledge base. */
export const Source = z.object({
  id: z.string(),
  knowledge_base_id: z.string(),
  type: SourceType,
  url: z.string().nullable(),
  urls: z.array(z.string()),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  max_pages: z.int(),
  max_depth: z.int(),
  css_include: z.string().nullable(),
  css_exclude: z.string().nullable(),
  respect_robots: z.boolean(),
  refresh: z.string(),
  headers: z.record(z.string(), z.string()),
  status: SourceStatus,
  error: RunError.nullable(),
  counts: z.object({ pages: z.int(), ready: z.int(), failed: z.int(), skipped: z.int() }),
  last_run_at: Timestamp.nullable(),
  next_run_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type Source = z.infer<typeof Source>;

export const SourceListQuery = NamedListQuery.extend({ status: SourceStatus.optional() });
export type SourceListQuery = z.infer<typeof SourceListQuery>;

/** The query of the list of all sources; `knowledge_base_id` limits it to those of one knowledge base. */
export const AllSourcesQuery = SourceListQuery.extend({ knowledge_base_id: z.string().optional() });
export type AllSourcesQuery = z.infer<typeof AllSourcesQuery>;

export const SourceDeleteQuery = z.object({
  keep_documents: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` keeps the documents of the source, which then belong to none.'),
});
export type SourceDeleteQuery = z.infer<typeof SourceDeleteQuery>;

export const SourceRunCounts = z.object({
  discovered: z.int(),
  fetched: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  removed: z.int(),
  skipped: z.int(),
});
export type SourceRunCounts = z.infer<typeof SourceRunCounts>;

/** One crawl of all pages of a source. */
export const SourceRun = z.object({
  id: z.string(),
  source_id: z.string(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  error: RunError.nullable(),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
  counts: SourceRunCounts,
});
export type SourceRun = z.infer<typeof SourceRun>;

export const SourcePageStatus = z.enum(['queued', 'ready', 'unchanged', 'failed', 'skipped']);
export type SourcePageStatus = z.infer<typeof SourcePageStatus>;

/** A page of a source with its state. */
export const SourcePage = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  status: SourcePageStatus,
  reason: z.string().nullable(),
  http_status: z.int().nullable(),
  document_id: z.string().nullable(),
  last_fetched_at: Timestamp.nullable(),
  last_changed_at: Timestamp.nullable(),
});
export type SourcePage = z.infer<typeof SourcePage>;

export const SourcePageListQuery = PageQuery.extend({
  status: SourcePageStatus.optional(),
  q: z.string().trim().max(200).optional().describe('Part of the address or the title.'),
});
export type SourcePageListQuery = z.infer<typeof SourcePageListQuery>;

/** The change that a run made to a page. */
export const SourceChange = z.object({
  url: z.string(),
  change: z.enum(['created', 'changed', 'removed', 'failed']),
  reason: z.string().nullable(),
});
export type SourceChange = z.infer<typeof SourceChange>;
