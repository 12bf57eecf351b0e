import type { Conversation } from '@portico/shared-types/api/conversations';

const at = '2026-01-01T00:00:00.000Z';

/** A conversation that a member has accepted. */
export const sampleConversation: Conversation = {
  id: 'cnv_1',
  thread_id: 'thr_1',
  interface: { id: 'chi_1', name: 'Harbour desk', slug: 'harbour' },
  agent_id: 'agt_1',
  status: 'human',
  assignee: null,
  visitor: { id: 'vis_1', name: null, email: null, user_id: null, verified: false, locale: null, metadata: {} },
  subject: null,
  last_message: null,
  unread_count: 0,
  waiting_since: null,
  handover: null,
  rating: null,
  csat: null,
  unanswered_count: 0,
  cost_credits: 0,
  page_url: null,
  tags: [],
  created_at: at,
  updated_at: at,
  closed_at: null,
};
