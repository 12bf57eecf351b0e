import type { PersonaApproval } from '@portico/shared-types/api/personas';

/** For tests: a step that waits for a decision. */
export const exampleApproval: PersonaApproval = {
  id: 'apr_1',
  kind: 'step',
  title: 'Collect',
  arguments: { instruction: 'Collect the notes' },
  status: 'pending',
  expiresAt: '2026-05-04T10:00:00.000Z',
  stepIndex: 0,
  comment: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
};
