import { threadEvents } from '@portico/shared-types';
import type { EventRecord } from '../../platform/event-log.ts';
import type { SseEvent } from '../../platform/sse.ts';
import { presentEventMessage, type Visibility } from './present-message.ts';

const Created = threadEvents['message:created'];
const Completed = threadEvents['message:completed'];

/** A thread's event as its visitor may see it, with the id it has for everyone (contract section 8); undefined where not. */
export function presentEvent(
  event: EventRecord | SseEvent,
  visibility: Visibility,
): EventRecord | SseEvent | undefined {
  switch (event.event) {
    case 'message:created': {
      const { message, timestamp } = Created.parse(JSON.parse(event.text));
      const shown = presentEventMessage(message, visibility);
      return shown && replaceData(event, { message: shown, timestamp });
    }
    case 'message:completed': {
      const { timestamp, ...message } = Completed.parse(JSON.parse(event.text));
      const shown = presentEventMessage(message, visibility);
      return shown && replaceData(event, { ...shown, timestamp });
    }
    case 'message:tool_call':
    case 'message:tool_result':
      return visibility.show_tool_calls ? event : undefined;
    case 'message:citation':
      return visibility.show_citations ? event : undefined;
    case 'connected':
    case 'message:started':
    case 'message:delta':
    case 'message:failed':
    case 'message:cancelled':
      return event;
    default:
      // An event that this list doesn't know may be internal.
      return undefined;
  }
}

function replaceData(event: EventRecord | SseEvent, data: object): SseEvent {
  return { ...(event.id === undefined ? {} : { id: event.id }), event: event.event, text: JSON.stringify(data) };
}
