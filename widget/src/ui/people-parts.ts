import { lazy } from './lazy.ts';

/** Parts about people of the team. Loaded if visitors can ask for one, or if one answers. */
export const peopleParts = lazy(() => import('../people/people-view.tsx'));
