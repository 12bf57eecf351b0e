import type { ConversationActor, MessageAuthor } from '@portico/shared-types';
import type { Caller } from '../../../platform/http/caller.ts';

/** The actor: the member behind a request, or the API key, which acts as one. */
export function actorOf({ actor }: Caller): ConversationActor {
  return { id: actor.memberId ?? actor.id, name: actor.name, avatar_url: actor.avatarUrl };
}

/** The author of a message. */
export function toAuthor(actor: ConversationActor): MessageAuthor {
  return { type: 'member', ...actor };
}

/** A person's first name, the only name that visitors get. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name;
}
