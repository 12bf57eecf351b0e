import { toStorable, toStorableText } from '../storable-text.ts';
import type { ChatEvent } from './chat-model.ts';

/**
 * A model's events with storable texts. Some servers split a surrogate pair, so its first half waits for the delta with
 * the second.
 */
export async function* toStorableEvents(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  let half = '';
  for await (const event of events) {
    if (event.type === 'delta') {
      const said = half + event.content;
      half = /[\ud800-\udbff]$/.test(said) ? said.slice(-1) : '';
      const content = toStorableText(said.slice(0, said.length - half.length));
      if (content !== '') yield { ...event, content };
      continue;
    }
    if (half !== '') yield { type: 'delta', content: toStorableText(half) };
    half = '';
    yield toStorable(event);
  }
}
