import { createId } from '@portico/shared-types/rules/create-id';
import { cutText } from '@portico/browser-kit/cut-text';
import { waitForReturn } from '@portico/browser-kit/events/back-off';
import type { PublicThreadEvent } from '@portico/shared-types/events';
import type { ClaimedToolCall, ToolResult } from '@portico/shared-types/api/public-chat';
import type { ChatApi, Credentials } from '../transport/api.ts';
import { pauseAfter, RequestError } from '../transport/errors.ts';
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
/** The server waits as long for a result. */
const TIMEOUT_MS = 60_000;

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
    const endsAt = Date.now() + TIMEOUT_MS;
    const current = session.current.peek();
    const claimed = current && (await claim(current, id));
    if (!claimed) return;
    const outcome = await callTool(name, tools.get(name), claimed.arguments);
    await report(current, { toolCallId: id, ...outcome }, endsAt);
  }

  const isCurrent = ({ id }: Credentials): boolean => session.current.peek()?.id === id;

  /**
   * Null if another page runs the tool, or the agent no longer waits for it. All attempts have one key, so that the
   * server repeats a response that was lost.
   */
  async function claim(current: Credentials, id: string, key = createId(), tries = 0): Promise<ClaimedToolCall | null> {
    try {
      const verb = `tool-calls/${encodeURIComponent(id)}/claim`;
      // Without its data a response is lost: null throws here.
      const { data } = (await api.act(current, verb, {}, { headers: { 'idempotency-key': key } })) as {
        data: ClaimedToolCall;
      };
      return data;
    } catch (error) {
      const pause = RETRY_MS[tries];
      if (!pause || statusOf(error) === 404) return null;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return isCurrent(current) ? claim(current, id, key, tries + 1) : null;
    }
  }

  /**
   * Reports a result, again until the agent no longer waits for it: the tool has acted, and the server accepts one
   * result of a call. A result that the server refuses, or that is not JSON, is reported as an error.
   */
  async function report(current: Credentials, result: ToolResult, endsAt: number, failures = 1): Promise<void> {
    try {
      await api.act(current, 'tool-results', result);
    } catch (error) {
      const status = statusOf(error);
      if (status === 0 || status === 429 || status >= 500) {
        await new Promise<void>((resolve) => waitForReturn(pauseAfter(error, failures), resolve));
        if (Date.now() < endsAt && isCurrent(current)) await report(current, result, endsAt, failures + 1);
      } else if (![401, 403, 404].includes(status) && 'result' in result) {
        const text = `The result could not be sent: ${toText(error)}`;
        await report(current, { toolCallId: result.toolCallId, error: cutText(text, maxError) }, endsAt);
      }
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
    return { error: cutText(toText(thrown).trim() || 'The tool failed.', maxError) };
  }
}

const toText = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The status of a response, 0 if none came, NaN for any other error. */
const statusOf = (error: unknown): number => (error instanceof RequestError ? error.status : Number.NaN);
