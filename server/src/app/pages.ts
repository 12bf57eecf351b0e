import type { Express } from 'express';
import type { Platform } from '../platform/platform.ts';

/** The pages people open: start page, full-page chat, forms, the loader and the built assets. */
export function mountPages(_app: Express, _platform: Platform): void {}
