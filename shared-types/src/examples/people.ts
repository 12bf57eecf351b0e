import type { ExampleBook } from './example-book.ts';
import { created, ids, updated } from './ids.ts';

const user = {
  id: ids.user,
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  avatar_url: null,
  created_at: created,
  last_seen_at: updated,
} satisfies ExampleBook['User'];

const member = {
  id: ids.member,
  user,
  role: 'owner',
  presence: 'online',
  created_at: created,
} satisfies ExampleBook['Member'];

const actor = { type: 'user', id: ids.user, name: user.name } satisfies ExampleBook['ActorReference'];
const workspace = { id: ids.workspace, name: 'Analytical Engines' } satisfies ExampleBook['WorkspaceReference'];

const invitation = {
  id: 'inv_01kk3mv7p1r5t9v3x7z1b5d9f3',
  email: 'grace@example.com',
  role: 'editor',
  expires_at: '2026-03-09T09:30:00.000Z',
  invited_by: actor,
  created_at: created,
} satisfies ExampleBook['Invitation'];

const token = '4tT0vB7xJ2mQ9pLdR6hYcN8fW3kZ6yP1sA5nGbE2uVo';
const password = 'tall lamp 93 river chord';

/** People, signing in, and the audit log. */
export const peopleExamples = {
  User: user,
  Member: member,
  MemberPatch: { role: 'editor' },
  ActorReference: actor,
  Invitation: invitation,
  InvitationCreate: { email: invitation.email, role: 'editor' },
  IssuedInvitation: { ...invitation, link: `https://portico.example.com/console#invitation=${token}`, mailed: true },
  InvitationAcceptance: { token, name: 'Grace Hopper', password },
  WorkspaceReference: workspace,
  JoinedWorkspace: { ...workspace, role: 'owner' },
  WorkspaceCreate: { name: workspace.name },
  Workspace: {
    ...workspace,
    timezone: 'Europe/London',
    business_hours: { intervals: [{ day: 1, from: '09:00', to: '17:00' }], dates_off: ['2026-12-25'] },
    notify_after_seconds: 30,
    notice_emails: null,
    notice_webhook_url: null,
    retention: {
      conversations_days: 365,
      submissions_days: null,
      executions_days: 90,
      deliveries_days: 30,
      audit_days: null,
    },
    mcp: { agents: 'all', workflows: 'none', knowledge_bases: [ids.knowledgeBase] },
    created_at: created,
  },
  WorkspacePatch: { timezone: 'Europe/London', retention: { executions_days: 90 } },
  Me: {
    user,
    member_id: member.id,
    role: 'owner',
    scopes: ['agents:read', 'agents:write'],
    workspace,
    workspaces: [{ ...workspace, role: 'owner' }],
  },
  MePatch: { name: user.name, presence: 'away' },
  SignInSession: {
    id: 'sgn_01kk3mw8s2u6w0y4a8c2e6g0j4',
    created_at: created,
    last_seen_at: updated,
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    current: true,
  },
  Passkey: {
    id: 'pky_01kk3mx9t3v7x1z5b9d3f7h1k5',
    name: 'Firefox on Linux',
    created_at: created,
    last_used_at: null,
  },
  PasskeyOptions: { challenge: 'k7hQ2mX9cK4tB1rHjL8wZpD5sF3nG6yA0eUiOxVbNqM', rpId: 'portico.example.com' },
  PasskeyRegistration: {
    id: 'AQIDBAUGBwgJCgsMDQ4PEA',
    rawId: 'AQIDBAUGBwgJCgsMDQ4PEA',
    type: 'public-key',
    name: 'Firefox on Linux',
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
  },
  PasskeyAssertion: {
    id: 'AQIDBAUGBwgJCgsMDQ4PEA',
    rawId: 'AQIDBAUGBwgJCgsMDQ4PEA',
    type: 'public-key',
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
      signature: 'MEUCIQDKg5',
    },
  },
  SignedIn: { user, workspace },
  SignedOut: { signed_out: true },
  AuthMethods: { setup_needed: false, password: true, passkey: true, oidc: { name: 'Example SSO' } },
  SetupRequest: { token, name: user.name, email: user.email, password },
  LinkCheck: { kind: 'setup', token },
  CheckedLink: { email: user.email, has_account: true },
  PasswordSignIn: { email: user.email, password },
  KeySignIn: { api_key: 'ptk_01kk3ms7k1n5q9s3u7w1y5a9c3_7Qv2mX9cK4tB1rHjL8wZpD5sF3nG6yA0eUiOxVbNqMd2fT4k' },
  AuditEntry: {
    id: 'aud_01kk3my0v4x8z2b6d0f4h8k2n6',
    at: updated,
    actor,
    action: 'agent.updated',
    resource: { type: 'agent', id: ids.agent, name: 'Guide' },
    changes: { temperature: { before: 0.7, after: 0.2 } },
    ip: '203.0.113.7',
    request_id: 'req_01kk3mt0p4s8u2w6y0a4c8e2g6',
  },
} satisfies ExampleBook;
