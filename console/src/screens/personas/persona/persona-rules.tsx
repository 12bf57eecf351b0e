import type { Persona } from '@portico/shared-types/api/personas';
import { Link } from 'wouter';
import { agents } from '../../../data/agents.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { personaTexts } from '../texts.ts';
import { personaPageTexts } from './texts.ts';

/** Whom it asks, what it may use, and with what it works. */
export function PersonaRules({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  const sayPersona = useTexts(personaTexts);
  const formats = useFormats();
  const { category, autonomyLevel, approvalExpiryHours, maxCostCredits, maxDurationHours, estimatedDuration } = persona;
  const tools = [
    ...persona.integrations.map((tool) => ({ type: tool.type, name: nameOf(tool), risk: tool.risk })),
    ...persona.tools.map((tool) => ({ type: tool.type, name: nameOf(tool), risk: undefined })),
  ];
  return (
    <>
      <section class="card">
        <Facts
          facts={[
            [sayPersona('category'), sayPersona(category)],
            [say('asks'), sayPersona(autonomyLevel)],
            ...(autonomyLevel === 'full_auto'
              ? []
              : [[say('decideWithin'), sayPersona('hours', { count: approvalExpiryHours })] as const]),
            [say('worker'), <Worker key="worker" persona={persona} />],
            [
              say('usually'),
              say('minutes', {
                from: formats.number(estimatedDuration.minMinutes),
                to: formats.number(estimatedDuration.maxMinutes),
              }),
            ],
          ]}
        />
      </section>
      <section class="card">
        <h2>{say('limits')}</h2>
        <Facts
          facts={[
            [say('cost'), sayPersona('credits', { count: maxCostCredits })],
            [say('workingTime'), sayPersona('hours', { count: maxDurationHours })],
          ]}
        />
      </section>
      {tools.length === 0 ? null : (
        <section class="card">
          <h2>{say('tools')}</h2>
          <ul class="persona-rows">
            {tools.map(({ type, name, risk }) => (
              <li key={`${type} ${name}`} class="line">
                <code class="grow" dir="ltr">
                  {name}
                </code>
                {risk === undefined ? null : <Badge tone={risk === 'high' ? 'wait' : 'plain'}>{say(risk)}</Badge>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function nameOf(tool: { readonly type: string; readonly name?: string | undefined }): string {
  return tool.name ?? tool.type;
}

function Worker({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  const canRead = useCan('agents:read');
  const id = canRead ? (persona.agentId ?? '') : '';
  const agent = agents.useOne(id);
  const isDeleted = agents.useIsDeleted(id);
  if (persona.agentId === null) return <>{persona.model ?? say('ownModel')}</>;
  if (isDeleted) return <>{say('agentGone')}</>;
  return (
    <Link href={`/agents/${persona.agentId}`}>
      <bdi>{agent.data?.name ?? persona.agentId}</bdi>
    </Link>
  );
}
