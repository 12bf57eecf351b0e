import * as wire from '../../wire.ts';
import { act, call, download, list } from '../operation.ts';

const v1 = '/api/v1';
const { Deleted, PageQuery } = wire;

/** Signing in, people, keys and usage. */
export const accountOperations = {
  apiKeys: {
    list: list(`${v1}/api-keys`, wire.NamedListQuery, wire.ApiKey),
    create: call('POST', `${v1}/api-keys`, { body: wire.ApiKeyCreate, answer: wire.IssuedApiKey }),
    get: call('GET', `${v1}/api-keys/{id}`, { answer: wire.ApiKey }),
    revoke: call('DELETE', `${v1}/api-keys/{id}`, { answer: Deleted }),
    rotate: call('POST', `${v1}/api-keys/{id}/rotate`, { answer: wire.IssuedApiKey }),
  },
  auditLog: {
    list: list(`${v1}/audit-log`, wire.AuditLogQuery, wire.AuditEntry),
    export: download(`${v1}/audit-log/export`, wire.AuditExportQuery),
  },
  auth: {
    methods: call('GET', `${v1}/auth/methods`, { answer: wire.AuthMethods }),
    setUp: call('POST', `${v1}/auth/setup`, { body: wire.SetupRequest, answer: wire.SignedIn }),
    checkLink: call('POST', `${v1}/auth/check-link`, { body: wire.LinkCheck, answer: wire.CheckedLink }),
    signIn: call('POST', `${v1}/auth/sign-in`, { body: wire.PasswordSignIn, answer: wire.SignedIn }),
    signInWithKey: call('POST', `${v1}/auth/sign-in-with-key`, { body: wire.KeySignIn, answer: wire.SignedIn }),
    signOut: call('POST', `${v1}/auth/sign-out`, { answer: wire.SignedOut }),
    startPasskeyRegistration: call('POST', `${v1}/auth/passkeys/register-options`, { answer: wire.PasskeyOptions }),
    registerPasskey: call('POST', `${v1}/auth/passkeys/register`, {
      body: wire.PasskeyRegistration,
      answer: wire.Passkey,
    }),
    startPasskeySignIn: call('POST', `${v1}/auth/passkeys/sign-in-options`, { answer: wire.PasskeyOptions }),
    signInWithPasskey: call('POST', `${v1}/auth/passkeys/sign-in`, {
      body: wire.PasskeyAssertion,
      answer: wire.SignedIn,
    }),
    acceptInvitation: call('POST', `${v1}/auth/accept-invitation`, {
      body: wire.InvitationAcceptance,
      answer: wire.SignedIn,
    }),
  },
  invitations: {
    list: list(`${v1}/invitations`, PageQuery, wire.Invitation),
    get: call('GET', `${v1}/invitations/{id}`, { answer: wire.Invitation }),
    create: call('POST', `${v1}/invitations`, { body: wire.InvitationCreate, answer: wire.IssuedInvitation }),
    delete: call('DELETE', `${v1}/invitations/{id}`, { answer: Deleted }),
  },
  me: {
    get: call('GET', `${v1}/me`, { answer: wire.Me }),
    update: call('PATCH', `${v1}/me`, { body: wire.MePatch, answer: wire.Me }),
    heartbeat: act('POST', `${v1}/me/heartbeat`),
    listSessions: list(`${v1}/me/sessions`, PageQuery, wire.SignInSession),
    endSession: call('DELETE', `${v1}/me/sessions/{id}`, { answer: Deleted }),
    listPasskeys: list(`${v1}/me/passkeys`, PageQuery, wire.Passkey),
    deletePasskey: call('DELETE', `${v1}/me/passkeys/{id}`, { answer: Deleted }),
  },
  members: {
    list: list(`${v1}/members`, wire.NamedListQuery, wire.Member),
    get: call('GET', `${v1}/members/{id}`, { answer: wire.Member }),
    update: call('PATCH', `${v1}/members/{id}`, { body: wire.MemberPatch, answer: wire.Member }),
    delete: call('DELETE', `${v1}/members/{id}`, { answer: Deleted }),
  },
  usage: {
    get: call('GET', `${v1}/usage`, { query: wire.UsageQuery, answer: wire.UsageAnswer }),
  },
  workspaces: {
    current: call('GET', `${v1}/workspace`, { answer: wire.Workspace }),
    update: call('PATCH', `${v1}/workspace`, { body: wire.WorkspacePatch, answer: wire.Workspace }),
    list: list(`${v1}/workspaces`, PageQuery, wire.JoinedWorkspace),
    create: call('POST', `${v1}/workspaces`, { body: wire.WorkspaceCreate, answer: wire.Workspace }),
  },
} as const;
