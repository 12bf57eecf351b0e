export { createPreviews } from './create-previews.ts';
export { findDraft, openPreview, previewExpired } from './previews.ts';
export { hasPreview } from './previews.sql.ts';
