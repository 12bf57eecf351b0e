import { ToolName } from '@portico/shared-types';
import type { ChatMessage, ChatRequest, ChatTool } from '../chat-model.ts';

const maxLength = 64;

/**
 * The names under which a request's tools are sent. OpenAI and others reject a whole request for one name with other
 * characters or more of them, offered or in the history: MCP servers use dots, slashes and spaces, and models make up
 * names like `multi_tool_use.parallel`.
 */
export class ToolNames {
  readonly #sent = new Map<string, string>();
  readonly #own = new Map<string, string>();

  constructor(tools: readonly ChatTool[] = []) {
    const names = tools.map(({ name }) => name);
    const taken = new Set(names.filter(isAccepted));
    const turns = new Map<string, number>();
    for (const name of names) {
      if (isAccepted(name) || this.#sent.has(name)) continue;
      const base = fit(name);
      let sent = base;
      let turn = turns.get(base) ?? 1;
      while (taken.has(sent)) {
        turn += 1;
        sent = fit(base, `_${turn}`);
      }
      turns.set(base, turn);
      taken.add(sent);
      this.#sent.set(name, sent);
      this.#own.set(sent, name);
    }
  }

  /** The request with every tool's name as it is sent, also in the calls of its messages. */
  replaceIn(request: ChatRequest): ChatRequest {
    const { tools, messages } = request;
    return {
      ...request,
      messages: messages.map((message) => this.#replaceInMessage(message)),
      ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ ...tool, name: this.#toSent(tool.name) })) }),
    };
  }

  /** The tool's own name. */
  toOwn(sent: string): string {
    return this.#own.get(sent) ?? sent;
  }

  #replaceInMessage(message: ChatMessage): ChatMessage {
    if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
    return { ...message, tool_calls: message.tool_calls.map((call) => ({ ...call, name: this.#toSent(call.name) })) };
  }

  #toSent(name: string): string {
    return this.#sent.get(name) ?? (isAccepted(name) ? name : fit(name));
  }
}

function isAccepted(name: string): boolean {
  return ToolName.safeParse(name).success;
}

function fit(name: string, suffix = ''): string {
  const start = name.slice(0, maxLength - suffix.length).replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  return (start || 'unnamed') + suffix;
}
