import { Deleted, Me, MePatch, PageQuery, SignInSession } from '@portico/shared-types';
import { noContent } from '../../../platform/http/route.ts';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endMySession, listMySessions } from '../sessions/my-sessions.ts';
import { beat, showMe, updateMe } from './me.ts';

const { accountRoute } = routesOn<Platform>();

const tag = 'Me';

export const meRoutes = [
  accountRoute({
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Get the caller',
    description: `Returns the person with role, scopes and workspaces, or the API key if the request or its session was authenticated with one.`,
    answer: Me,
    uncounted: true,
    handle: async ({ platform, caller }) => showMe(platform, caller),
  }),
  accountRoute({
    method: 'PATCH',
    path: '/me',
    tag,
    summary: 'Change your account',
    description: `Changes the name, picture, password or presence of the person who is signed in. To change an existing password, send the current one; the person’s other sessions then end.`,
    operationId: 'updateMe',
    body: MePatch,
    answer: Me,
    peopleOnly: true,
    handle: async ({ platform, caller, body, headers }) => updateMe(platform, caller, body, headers),
  }),
  accountRoute({
    method: 'POST',
    path: '/me/heartbeat',
    tag,
    summary: 'Stay online',
    description: `Records that the person has the console open in the workspace. Send it every minute; after five minutes without it, the person is shown as away.`,
    operationId: 'sendHeartbeat',
    peopleOnly: true,
    status: 204,
    handle: async ({ platform, caller }) => {
      await beat(platform, caller);
      return noContent();
    },
  }),
  accountRoute({
    method: 'GET',
    path: '/me/sessions',
    tag,
    summary: 'List your sessions',
    description: 'Lists the browsers in which the person, or the API key, is signed in.',
    query: PageQuery,
    answer: SignInSession,
    list: true,
    handle: async ({ platform, caller, query }) => listMySessions(platform, caller, query),
  }),
  accountRoute({
    method: 'DELETE',
    path: '/me/sessions/:id',
    tag,
    summary: 'End one of your sessions',
    description: 'Signs that browser out. Its open connections close within two seconds.',
    params: { id: 'session' },
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => endMySession(platform, caller, id),
  }),
];
