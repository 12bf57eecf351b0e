export { findDraft, openPreview, previewExpired, sweepPreviews } from './previews.ts';
export { hasPreview } from './previews.sql.ts';
