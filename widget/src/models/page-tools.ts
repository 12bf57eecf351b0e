import type { PublicThreadEvent } from '@portico/shared-types/events';
import type { ClaimedToolCall } from '@portico/shared-types/api/public-chat';
import type { ChatApi, Credentials } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { PageTool } from '../types.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';

export interface PageToolsOptions {
  api: ChatApi;
  session: Session;
  thread: Thread;
  tools: ReadonlyMap<string, PageTool>;
  /** Whether this page sent the message, by its client id. */
  isOwn(clientMessageId: string): boolean;
}

export interface PageTools {
  receive(event: PublicThreadEvent, eventId: string | null): void;
  /** Runs the calls of a tool that arrived before the page registered it. */
  retry(): void;
}

/** Maximum characters of an error message that the server accepts. */
const maxError = 2_000;
/**
 * The server reserves a call for the request that sent the message while its stream is read; such a stream can belong
 * to the page's own code (docs/client-tools.md). A call that another page runs is gone with its result.
 */
const RETRY_MS = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 5_000, 10_000, 20_000];
/** Another tab sent the message and may claim the call first; if it is gone, any page may run it. */
const OTHER_TAB_MS = 2_000;
const UNKNOWN_TOOL_MS = 3_000;

/**
 * Runs the page tools that the agent calls (docs/client-tools.md). Every call is claimed first, so that no two pages
 * run it. The page that sent the message comes first; an event without an id offers a call to any page of the visitor.
 */
export function createPageTools({ api, session, thread, tools, isOwn }: PageToolsOptions): PageTools {
  /** Calls without a registered tool, by id. */
  const waiting = new Map<string, string>();

  /** Whether this page sent the message that the reply answers. */
  function isOwnReply(messageId: string): boolean {
    const messages = thread.messages.peek();
    const at = messages.findIndex(({ id }) => id === messageId);
    const asked = messages.slice(0, at < 0 ? messages.length : at).findLast(({ role }) => role === 'user');
    return asked?.clientMessageId != null && isOwn(asked.clientMessageId);
  }

  function begin(id: string, name: string): void {
    if (tools.has(name)) return void run(id, name);
    waiting.set(id, name);
    // The page may still be loading its own code; after some time the agent stops waiting for it.
    setTimeout(() => waiting.has(id) && void run(id, name), UNKNOWN_TOOL_MS);
  }

  async function run(id: string, name: string): Promise<void> {
    waiting.delete(id);
    const current = session.current.peek();
    const claimed = current && (await claim(current, id));
    if (!claimed) return;
    const outcome = await callTool(name, tools.get(name), claimed.arguments);
    // A result that comes too late is a 404, which is not an error.
    await api.act(current, 'tool-results', { toolCallId: id, ...outcome }).catch(() => undefined);
  }

  /** Null if another page runs the tool, or the agent no longer waits for it. */
  async function claim(current: Credentials, id: string, tries = 0): Promise<ClaimedToolCall | null> {
    try {
      return await api.claimToolCall(current, id);
    } catch (error) {
      const pause = RETRY_MS[tries];
      if (!pause || !(error instanceof RequestError) || error.status === 404) return null;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return session.current.peek()?.id === current.id ? claim(current, id, tries + 1) : null;
    }
  }

  return {
    receive({ event, data }, eventId) {
      if (event === 'message:tool_result') waiting.delete(data.id);
      if (event !== 'message:tool_call' || data.client !== true) return;
      const isFirst = eventId === null || isOwnReply(data.message_id);
      setTimeout(() => begin(data.id, data.name), isFirst ? 0 : OTHER_TAB_MS);
    },
    retry() {
      for (const [id, name] of waiting) if (tools.has(name)) void run(id, name);
    },
  };
}

async function callTool(
  name: string,
  tool: PageTool | undefined,
  input: Record<string, unknown>,
): Promise<{ result: unknown } | { error: string }> {
  if (!tool) return { error: `This page has no tool ${name}.` };
  try {
    // JSON can't represent undefined.
    return { result: (await tool(input)) ?? null };
  } catch (thrown) {
    const error = (thrown instanceof Error ? thrown.message : String(thrown)).trim();
    return { error: (error || 'The tool failed.').slice(0, maxError) };
  }
}
