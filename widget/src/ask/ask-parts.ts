import { lazy } from '../ui/lazy.ts';

/** The search field of the ask mode and what it finds. Loaded when the dialog opens. */
export const askParts = lazy(() => import('./ask-view.tsx'));
