import type { ConversationActor, MessageAuthor } from '@portico/shared-types';
import type { Caller } from '../../../platform/http/route.ts';

/** Who acts: the member behind a request, or the API key, which acts as one. */
export function actorOf({ actor }: Caller): ConversationActor {
  return { id: actor.memberId ?? actor.id, name: actor.name, avatar_url: actor.avatarUrl };
}

/** Who writes a message. */
export function toAuthor(actor: ConversationActor): MessageAuthor {
  return { type: 'member', ...actor };
}

/** The first of a person's names, which is all that visitors get. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name;
}
