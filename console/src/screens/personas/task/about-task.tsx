import type { PersonaInputField, PersonaInstance } from '@portico/shared-types/api/personas';
import { Link } from 'wouter';
import { personas } from '../../../data/personas.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IdText } from '../../../ui/id-text.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { personaTexts } from '../texts.ts';
import { taskTexts } from './texts.ts';

/** Who does the task, when, and with which inputs. */
export function AboutTask({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const sayPersona = useTexts(personaTexts);
  const persona = personas.useOne(task.personaId);
  const isDeleted = personas.useIsDeleted(task.personaId);
  const fields = persona.data?.inputFields ?? [];
  const inputs = Object.entries(task.structuredInputs);
  return (
    <>
      {inputs.length === 0 ? null : (
        <section class="card" aria-labelledby="given">
          <h2 id="given">{say('given')}</h2>
          <dl class="stack task-inputs">
            {inputs.map(([name, value]) => (
              <div key={name}>
                <dt class="meta">
                  <bdi>{labelOf(name, fields)}</bdi>
                </dt>
                <dd>
                  <InputValue label={labelOf(name, fields)} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section class="card" aria-labelledby="about-task">
        <h2 id="about-task">{say('about')}</h2>
        <Facts
          facts={[
            [
              sayPersona('persona'),
              isDeleted ? (
                <>
                  <bdi>{task.personaName}</bdi> ({say('personaDeleted')})
                </>
              ) : (
                <Link key="persona" href={`/personas/${task.personaId}`}>
                  <bdi>{task.personaName}</bdi>
                </Link>
              ),
            ],
            [say('created'), <Time key="created" at={task.createdAt} />],
            ...(task.completedAt === null ? [] : [[say('ended'), <Time key="ended" at={task.completedAt} />] as const]),
            [say('id'), <IdText key="id" id={task.id} />],
          ]}
        />
      </section>
    </>
  );
}

/** The label that the field has now; a task keeps the values even if the persona has changed since. */
function labelOf(name: string, fields: readonly PersonaInputField[]): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

function InputValue({ label, value }: { label: string; value: unknown }) {
  const say = useTexts(taskTexts);
  if (typeof value === 'boolean') return <>{say(value ? 'yes' : 'no')}</>;
  const text = Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : JSON.stringify(value);
  return <LongText text={text} label={label} />;
}
