import type { Persona } from '@portico/shared-types/api/personas';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PersonaRules } from './persona-rules.tsx';
import { personaPageTexts } from './texts.ts';

/** What a persona does, in the order in which a person wonders about it. */
export function Overview({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  const { description, sopSteps } = persona;
  return (
    <div class="beside">
      <div class="task-main">
        {description === '' ? null : (
          <p class="persona-description written" dir="auto">
            {description}
          </p>
        )}
        <Part title={say('steps')}>
          <ol class="persona-steps">
            {sopSteps.map((step, at) => (
              // Two steps can have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <span dir="auto">{step}</span>
              </li>
            ))}
          </ol>
        </Part>
        <Part title={say('inputs')}>
          <Inputs persona={persona} />
        </Part>
        <Part title={say('deliverables')}>
          <Deliverables persona={persona} />
        </Part>
      </div>
      <aside class="stack" aria-label={say('limits')}>
        <PersonaRules persona={persona} />
      </aside>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Inputs({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  if (persona.inputFields.length === 0) return <p class="soft">{say('noInputs')}</p>;
  return (
    <ul class="card persona-rows">
      {persona.inputFields.map(({ name, label, type, required }) => (
        <li key={name} class="line">
          <span class="grow" dir="auto">
            {label}
          </span>
          <span class="meta">
            {say(type)}
            {required ? ` · ${say('required')}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Deliverables({ persona }: { persona: Persona }) {
  const say = useTexts(personaPageTexts);
  if (persona.deliverables.length === 0) return <p class="soft">{say('noDeliverables')}</p>;
  return (
    <ul class="card persona-rows">
      {persona.deliverables.map(({ name, description, type, guaranteed }) => (
        <li key={name} class="stack-tight">
          <div class="line">
            <span class="grow persona-file" dir="auto">
              {name}
            </span>
            {guaranteed ? <Badge tone="good">{say('guaranteed')}</Badge> : null}
            <span class="meta">{type === 'markdown' ? 'Markdown' : type.toUpperCase()}</span>
          </div>
          {description === '' ? null : (
            <p class="soft" dir="auto">
              {description}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
