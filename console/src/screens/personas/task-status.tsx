import type { PersonaInstanceStatus } from '@portico/shared-types/api/personas';
import { useTexts } from '../../text/use-texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { personaTexts } from './texts.ts';

const tones = {
  pending: 'plain',
  running: 'accent',
  awaiting_approval: 'wait',
  paused_budget: 'wait',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
} satisfies Record<PersonaInstanceStatus, Tone>;

export function TaskStatus({ status }: { status: PersonaInstanceStatus }) {
  const say = useTexts(personaTexts);
  return <Badge tone={tones[status]}>{say(status)}</Badge>;
}
