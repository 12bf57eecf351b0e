import { threadEvents } from '@portico/shared-types';
import { z } from 'zod';
import type { EventRecord } from '../../../platform/event-log.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import { isClientCall } from '../../client-tools/index.ts';
import { firstName } from '../../conversations/index.ts';
import { parseMessage } from '../../threads/index.ts';
import { presentAuthor, presentEventMessage, type VisitorView } from './present-message.ts';

const Status = threadEvents['conversation:status'];
const Typing = threadEvents.typing;
const Wrapped = z.object({ message: z.unknown(), timestamp: z.string() });
const Stamped = z.object({ timestamp: z.string() });

/**
 * A thread's event as its visitor may see it, with the same id as for everyone (docs/reference/streams.md#replies);
 * undefined if it is internal.
 */
export function presentEvent(event: EventRecord | SseEvent, view: VisitorView): EventRecord | SseEvent | undefined {
  switch (event.event) {
    case 'message:created': {
      const { message, timestamp } = Wrapped.parse(JSON.parse(event.text));
      const shown = presentEventMessage(parseMessage(message), view);
      return shown && replaceData(event, { message: shown, timestamp });
    }
    case 'message:completed': {
      const completed: unknown = JSON.parse(event.text);
      const { timestamp } = Stamped.parse(completed);
      const shown = presentEventMessage(parseMessage(completed), view);
      return shown && replaceData(event, { ...shown, timestamp });
    }
    case 'conversation:status': {
      const { assignee, ...status } = Status.parse(JSON.parse(event.text));
      const shown = assignee && { name: firstName(assignee.name), avatar_url: assignee.avatar_url };
      return replaceData(event, { ...status, assignee: shown });
    }
    case 'typing': {
      const { author, ...typing } = Typing.parse(JSON.parse(event.text));
      // Typing of a visitor is shown to the team only.
      return author.type === 'visitor' ? undefined : replaceData(event, { ...typing, author: presentAuthor(author) });
    }
    case 'message:tool_call':
      // The page has to see the calls that it runs.
      return view.show_tool_calls || isClientCall(event) ? event : undefined;
    case 'message:tool_result':
      return view.show_tool_calls ? event : undefined;
    case 'message:citation':
      return view.show_citations ? event : undefined;
    case 'connected':
    case 'message:started':
    case 'message:delta':
    case 'message:follow_ups':
    case 'message:failed':
    case 'message:cancelled':
      return event;
    default:
      // An event that is not listed here may be internal.
      return undefined;
  }
}

function replaceData(event: EventRecord | SseEvent, data: object): SseEvent {
  return { ...(event.id === undefined ? {} : { id: event.id }), event: event.event, text: JSON.stringify(data) };
}
