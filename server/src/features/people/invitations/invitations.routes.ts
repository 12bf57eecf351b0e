import {
  Deleted,
  Invitation,
  InvitationAcceptance,
  InvitationCreate,
  IssuedInvitation,
  PageQuery,
  SignedIn,
} from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { PeoplePlatform } from '../people-platform.ts';
import { acceptInvitation, getInvitation, invite, pageInvitations, withdrawInvitation } from './invitations.service.ts';

const { signInRoute, versionedRoute } = routesOn<PeoplePlatform>();

const tag = 'Invitations';

export const invitationRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: 'List open invitations',
    description: 'Lists the invitations that nobody has accepted yet, newest first, without their links.',
    scopes: ['members:read'],
    query: PageQuery,
    answer: Invitation,
    list: true,
    handle: async ({ platform, caller, query }) => pageInvitations(platform, caller, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Invite a person',
    description: `Creates a link with which the person can join the workspace, once and within 7 days. Only this response contains it; if a mail server is configured, it is also sent by e-mail. \`mailed\` is false if there is no mail server, or if it has not accepted the e-mail. An earlier invitation to the same address stops working.`,
    scopes: ['members:write'],
    body: InvitationCreate,
    answer: IssuedInvitation,
    status: 201,
    handle: async ({ platform, caller, body }) => invite(platform, caller, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/invitations/:id',
    tag,
    summary: 'Get an invitation',
    description: 'Returns an invitation as the list has it, without its link.',
    scopes: ['members:read'],
    params: { id: 'invitation' },
    answer: Invitation,
    handle: async ({ platform, caller, params: { id } }) => getInvitation(platform, caller, id),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/invitations/:id',
    tag,
    summary: 'Withdraw an invitation',
    description: 'The link of the invitation stops working.',
    scopes: ['members:write'],
    params: { id: 'invitation' },
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => withdrawInvitation(platform, caller, id),
  }),
  signInRoute({
    method: 'POST',
    path: '/auth/accept-invitation',
    tag: 'Sign-in',
    summary: 'Accept an invitation',
    description: `Makes the invited person a member and signs the browser in. A person who already has an account must be signed in. The token works once.`,
    operationId: 'acceptInvitation',
    body: InvitationAcceptance,
    answer: SignedIn,
    errors: ['invalid_api_key', 'insufficient_scope'],
    handle: async ({ platform, body, ...browser }) => acceptInvitation(platform, body, browser),
  }),
];
