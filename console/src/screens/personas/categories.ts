import type { PersonaCategory } from '@portico/shared-types/api/personas';

/** In the order of the lists to choose from. */
export const categories = [
  'Research',
  'Content',
  'Development',
  'Data',
  'Operations',
  'Business',
  'Proposals',
] as const satisfies readonly PersonaCategory[];
