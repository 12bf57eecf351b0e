import type { Scope } from '@portico/shared-types/api/api-keys';
import { useCan } from '../../data/session.ts';
import { useTotal } from '../../data/totals.ts';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { homeTexts } from './texts.ts';

/** How many there are of each kind. */
export function Totals() {
  const say = useTexts(homeTexts);
  return (
    <ul class="figures">
      <Total title={say('agents')} endpoint="/api/v1/agents" scope="agents:read" />
      <Total title={say('knowledge')} endpoint="/api/v1/knowledge-bases" scope="knowledge-bases:read" />
      <Total title={say('chats')} endpoint="/api/v1/chat-interfaces" scope="interfaces:read" />
      <Total title={say('forms')} endpoint="/api/v1/form-interfaces" scope="interfaces:read" />
    </ul>
  );
}

function Total({ title, endpoint, scope }: { title: string; endpoint: string; scope: Scope }) {
  const isAllowed = useCan(scope);
  const formats = useFormats();
  const total = useTotal(endpoint, isAllowed);
  if (!isAllowed) return null;
  return (
    <li class="figure">
      <span class="meta">{title}</span>
      <span class="figure-value">{total.data === undefined ? '–' : formats.number(total.data)}</span>
    </li>
  );
}
