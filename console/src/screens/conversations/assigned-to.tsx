import { useTexts } from '../../text/use-texts.ts';
import { conversationTexts } from './texts.ts';

/** Who has a conversation. A long name is cut at its own end, whichever direction the page has. */
export function AssignedTo({ name }: { name: string }) {
  const say = useTexts(conversationTexts);
  const place = '\n';
  const [before, after] = say('assignedTo', { name: place }).split(place);
  return (
    <span class="meta assigned">
      {before}
      <bdi>{name}</bdi>
      {after}
    </span>
  );
}
