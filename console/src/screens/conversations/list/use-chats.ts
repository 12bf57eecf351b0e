import { chatInterfaces } from '../../../data/chat-interfaces.ts';
import { useCan } from '../../../data/session.ts';

/** The chats that the member may see, and their names; one that isn't among them is shown by its id. */
export function useChats() {
  const list = chatInterfaces.useList({ per_page: 100 }, { enabled: useCan('interfaces:read') });
  const known = list.data?.data ?? [];
  return { chats: known, nameOf: (id: string) => known.find((chat) => chat.id === id)?.name ?? id };
}
