import {
  Deleted,
  Thread,
  ThreadCreate,
  ThreadListQuery,
  ThreadPatch,
  ThreadSummary,
  threadEvents,
} from '@portico/shared-types';
import { readLastEventId, requireEventStream } from '../../platform/http/stream-headers.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from './thread-ports.ts';
import { EventStream } from '../../platform/sse.ts';
import { followThread } from './thread/thread-events.ts';
import { removeThread } from './thread/erase-thread.ts';
import {
  changeThread,
  createThread,
  getThread,
  pageThreads,
  presentThread,
  requireThread,
} from './thread/threads.service.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

const tag = 'Threads';
const params = { id: 'thread' };

export const threadRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/agents/:id/threads',
    tag,
    summary: 'Create a thread with an agent',
    description: 'Creates an empty conversation with the agent.',
    scopes: ['agents:read', 'threads:write'],
    params: { id: 'agent' },
    body: ThreadCreate,
    answer: ThreadSummary,
    status: 201,
    handle: async ({ platform, caller, params: { id }, body }) =>
      presentThread(await createThread(platform, { workspaceId: caller.workspaceId, agentId: id, ...body })),
  }),
  versionedRoute({
    method: 'GET',
    path: '/threads',
    tag,
    summary: 'List threads',
    description:
      'Lists the conversations of the workspace, newest first. The query can limit them to an agent, or to those that contain a text.',
    scopes: ['threads:read'],
    query: ThreadListQuery,
    answer: ThreadSummary,
    list: true,
    handle: async ({ platform, caller, query }) => pageThreads(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/threads/:id',
    tag,
    summary: 'Get a thread',
    description: 'Returns a conversation with its number of messages.',
    scopes: ['threads:read'],
    params,
    answer: Thread,
    handle: async ({ platform, caller, params: { id } }) => getThread(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/threads/:id',
    tag,
    summary: 'Change a thread',
    description: 'A JSON Merge Patch: only the given fields change. An archived thread accepts no messages.',
    scopes: ['threads:write'],
    params,
    body: ThreadPatch,
    answer: Thread,
    handle: async ({ platform, caller, params: { id }, body }) => changeThread(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/threads/:id',
    tag,
    summary: 'Delete a thread and all its messages',
    description:
      'Deletes the conversation permanently, with the files that its visitor uploaded, and stops a reply in progress.',
    scopes: ['threads:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removeThread(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/threads/:id/events',
    tag,
    summary: 'Follow a thread',
    description: `Server-Sent Events for messages and replies, from now on or, with Last-Event-ID, after that event. A reply that was interrupted on the server starts again with a second message:started with the same message_id. Discard its text and citations so far.`,
    scopes: ['threads:read'],
    params,
    events: threadEvents,
    handle: async ({ platform, caller, params: { id }, headers }) => {
      requireEventStream(headers);
      const after = readLastEventId(headers);
      await requireThread(platform, caller.workspaceId, id);
      return new EventStream(async (send, signal) => followThread(platform, { threadId: id, after }, signal, send));
    },
  }),
];
