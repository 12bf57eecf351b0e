import type { PersonaInstance } from '@portico/shared-types/api/personas';
import { Link } from 'wouter';
import { personas } from '../../../data/personas.ts';
import { AnswerList, Answers } from '../../../form/inputs/answers.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IdText } from '../../../ui/id-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { personaTexts } from '../texts.ts';
import { taskTexts } from './texts.ts';

/** Who does the task, when, and with which inputs. */
export function AboutTask({ task }: { task: PersonaInstance }) {
  const say = useTexts(taskTexts);
  const sayPersona = useTexts(personaTexts);
  const persona = personas.useOne(task.personaId);
  const isDeleted = personas.useIsDeleted(task.personaId);
  return (
    <>
      {Object.keys(task.structuredInputs).length === 0 ? null : (
        <section class="card" aria-labelledby="given">
          <h2 id="given">{say('given')}</h2>
          <AnswerList>
            <Answers questions={persona.data?.inputFields ?? []} inputs={task.structuredInputs} />
          </AnswerList>
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
