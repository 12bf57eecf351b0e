import { z } from 'zod';
import { distinct } from '../distinct.ts';
import { Scope } from './api-keys.ts';
import { isTimezone } from '../is-timezone.ts';
import { mergePatchOf } from '../merge-patch.ts';
import { exportFormat, PageQuery, Timestamp } from '../envelope.ts';
import { EmailAddress } from '../email-address.ts';

const Name = z.string().trim().min(1).max(200);
const Password = z.string().min(12).max(200);
const Token = z.string().min(1).max(200);
const WebAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2000);

/** What a person may do in a workspace, as a list of scopes. */
export const Role = z.enum(['owner', 'editor', 'responder', 'viewer']);
export type Role = z.infer<typeof Role>;

export const Presence = z.enum(['online', 'away']);
export type Presence = z.infer<typeof Presence>;

/** A person who signs in. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
});
export type User = z.infer<typeof User>;

/** A person in a workspace. */
export const Member = z.object({
  id: z.string(),
  user: User,
  role: Role,
  presence: Presence,
  created_at: Timestamp,
});
export type Member = z.infer<typeof Member>;

export const MemberPatch = z.strictObject({ role: Role });
export type MemberPatch = z.infer<typeof MemberPatch>;

/** The author of a change. */
export const ActorReference = z.object({
  type: z.enum(['user', 'api_key', 'system']),
  id: z.string(),
  name: z.string(),
});
export type ActorReference = z.infer<typeof ActorReference>;

export const InvitationCreate = z.strictObject({ email: EmailAddress, role: Role });
export type InvitationCreate = z.infer<typeof InvitationCreate>;

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  expires_at: Timestamp,
  invited_by: ActorReference,
  created_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** The response of create: the invitation and, only here, its link, and whether an e-mail with it is sent. */
export const IssuedInvitation = z.object({ ...Invitation.shape, link: z.string(), mailed: z.boolean() });
export type IssuedInvitation = z.infer<typeof IssuedInvitation>;

/** A workspace with its name. */
export const WorkspaceReference = z.object({ id: z.string(), name: z.string() });
export type WorkspaceReference = z.infer<typeof WorkspaceReference>;

/** A workspace of the signed-in person. */
export const JoinedWorkspace = z.object({ ...WorkspaceReference.shape, role: Role });
export type JoinedWorkspace = z.infer<typeof JoinedWorkspace>;

export const WorkspaceCreate = z.strictObject({ name: Name });
export type WorkspaceCreate = z.infer<typeof WorkspaceCreate>;

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time like 09:00');

/** When the team is available, in the workspace's time zone; `day` 1 is Monday. */
export const BusinessHours = z.strictObject({
  intervals: z
    .array(
      z
        .strictObject({ day: z.int().min(1).max(7), from: ClockTime, to: ClockTime })
        .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after `from`' }),
    )
    .max(100),
  dates_off: z.array(z.iso.date()).max(366).overwrite(distinct).default([]),
});
export type BusinessHours = z.infer<typeof BusinessHours>;

export const BusinessHoursPatch = mergePatchOf(BusinessHours);
export type BusinessHoursPatch = z.infer<typeof BusinessHoursPatch>;

const days = z.int().min(1).max(36_500).nullable().default(null);

/** Days after which old data is deleted; null keeps it forever. */
export const Retention = z.strictObject({
  conversations_days: days,
  submissions_days: days,
  executions_days: days,
  deliveries_days: days,
  audit_days: days,
});
export type Retention = z.infer<typeof Retention>;

/** The items of a kind that the MCP server offers: all, none, or those with these ids. */
export const McpOffer = z.union([
  z.enum(['all', 'none']),
  z.array(z.string().min(1).max(200)).max(1_000).overwrite(distinct),
]);
export type McpOffer = z.infer<typeof McpOffer>;

const McpOffers = z.object({
  agents: McpOffer.default('all'),
  workflows: McpOffer.default('all'),
  knowledge_bases: McpOffer.default('all'),
});

/** A workspace with its settings. */
export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  timezone: z.string(),
  business_hours: BusinessHours.nullable(),
  notify_after_seconds: z.int(),
  notice_emails: z.array(z.string()).nullable(),
  notice_webhook_url: z.string().nullable(),
  retention: Retention,
  mcp: McpOffers,
  created_at: Timestamp,
});
export type Workspace = z.infer<typeof Workspace>;

/** The changeable fields of a workspace. */
export const WorkspacePatch = z.strictObject({
  name: Name.optional(),
  timezone: z.string().max(100).refine(isTimezone, 'must be UTC or a time zone like Europe/Berlin').nullish(),
  business_hours: BusinessHoursPatch.nullish(),
  notify_after_seconds: z.int().min(0).max(86_400).nullish(),
  notice_emails: z.array(EmailAddress).max(50).transform(distinct).nullish(),
  notice_webhook_url: WebAddress.nullish(),
  mcp: mergePatchOf(McpOffers).nullish(),
  retention: mergePatchOf(Retention).nullish(),
});
export type WorkspacePatch = z.infer<typeof WorkspacePatch>;

/** The caller: the person with role and workspaces, or the API key. */
export const Me = z.object({
  user: User.nullable(),
  api_key: WorkspaceReference.optional(),
  /** The person's membership of the workspace, as `assignee` of a conversation has it; null for an API key. */
  member_id: z.string().nullable(),
  role: Role.nullable(),
  scopes: z.array(Scope),
  workspace: WorkspaceReference.nullable(),
  workspaces: z.array(JoinedWorkspace).optional(),
});
export type Me = z.infer<typeof Me>;

export const MePatch = z.strictObject({
  name: Name.optional(),
  avatar_url: WebAddress.nullish(),
  password: Password.optional(),
  current_password: z.string().max(1000).optional(),
  presence: Presence.optional(),
});
export type MePatch = z.infer<typeof MePatch>;

/** A browser in which the person is signed in. */
export const SignInSession = z.object({
  id: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof SignInSession>;

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** The response of a sign-in; the session is in the cookie. `user` is null for a session by key. */
export const SignedIn = z.object({ user: User.nullable(), workspace: WorkspaceReference.nullable() });
export type SignedIn = z.infer<typeof SignedIn>;

/** The ways to sign in to this server. */
export const AuthMethods = z.object({
  setup_needed: z.boolean(),
  password: z.boolean(),
  passkey: z.boolean(),
  oidc: z.object({ name: z.string() }).nullable(),
});
export type AuthMethods = z.infer<typeof AuthMethods>;

export const SetupRequest = z.strictObject({
  token: Token,
  name: Name,
  email: EmailAddress,
  password: Password.optional(),
});
export type SetupRequest = z.infer<typeof SetupRequest>;

export const PasswordSignIn = z.strictObject({ email: EmailAddress, password: z.string().max(1000) });
export type PasswordSignIn = z.infer<typeof PasswordSignIn>;

export const KeySignIn = z.strictObject({ api_key: z.string().max(200) });
export type KeySignIn = z.infer<typeof KeySignIn>;

export const InvitationAcceptance = z.strictObject({ token: Token, name: Name, password: Password.optional() });
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;

export const SignedOut = z.object({ signed_out: z.literal(true) });
export type SignedOut = z.infer<typeof SignedOut>;

/** One change, and who made it. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  actor: ActorReference,
  action: z.string(),
  resource: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditLogQuery = z.object({
  ...PageQuery.shape,
  actor: z.string().max(200).optional(),
  action: z.string().max(200).optional(),
  resource_id: z.string().max(200).optional(),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

export const AuditExportQuery = AuditLogQuery.omit({ page: true, per_page: true }).extend({ format: exportFormat() });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

/** Options for the browser's side of WebAuthn, as @simplewebauthn/browser expects them. */
export const PasskeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const Base64Url = z
  .string()
  .regex(/^[\w-]+={0,2}$/, 'must be base64url')
  .max(50_000);
const PublicKeyCredential = { id: Base64Url, rawId: Base64Url, type: z.literal('public-key') };

/** The browser's result for a new passkey (WebAuthn level 3, RegistrationResponseJSON), and a name for it. */
export const PasskeyRegistration = z.looseObject({
  ...PublicKeyCredential,
  name: Name.optional(),
  response: z.looseObject({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** The browser's result for a sign-in (WebAuthn level 3, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.looseObject({
  ...PublicKeyCredential,
  response: z.looseObject({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** The page to return to after signing in with OpenID Connect. */
export const OidcStartQuery = z.object({ return_to: z.string().max(2000).optional() });
export type OidcStartQuery = z.infer<typeof OidcStartQuery>;

/** The query with which the OpenID provider redirects back. */
export const OidcCallbackQuery = z
  .object({ code: z.string().optional(), state: z.string().optional(), error: z.string().optional() })
  .catchall(z.string());
export type OidcCallbackQuery = z.infer<typeof OidcCallbackQuery>;
