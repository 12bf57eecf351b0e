import type { Persona } from '@portico/shared-types/api/personas';
import { UserRoundCog } from 'lucide-react';
import { personas } from '../../../data/personas.ts';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { FoundList } from '../../../ui/found-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useListState, useNewDialog } from '../../../ui/use-list-state.ts';
import { categories } from '../categories.ts';
import { PersonasFrame } from '../personas-frame.tsx';
import { personaTexts } from '../texts.ts';
import { CreatePersona } from './create-persona.tsx';
import { personaPageTexts } from './texts.ts';

export function PersonaListTab() {
  const say = useTexts(personaPageTexts);
  const sayPersona = useTexts(personaTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const canWrite = useCan('personas:write');
  const canStart = useCan('personas:execute');
  const { query, page, search, sort, setFilter } = useListState();
  const { category = '' } = query;
  const list = personas.useList({ page, category, search, sort });
  const [isCreating, setCreating] = useNewDialog();
  const create = canWrite ? <CreateButton label={say('create')} onClick={() => setCreating(true)} /> : undefined;
  const filter = (
    <ChoiceFilter
      label={sayPersona('category')}
      options={categories.map((value) => ({ value, label: sayPersona(value) }))}
      value={category}
      onValue={(value) => setFilter('category', value)}
    />
  );
  const nothingYet = (
    <EmptyState icon={UserRoundCog} title={say('emptyTitle')} text={say('emptyText')}>
      {create}
    </EmptyState>
  );
  return (
    <PersonasFrame actions={create}>
      <FoundList
        query={list}
        lines={6}
        filters={filter}
        isFiltered={category !== ''}
        empty={category === '' ? nothingYet : <p class="soft">{sayUi('noneFound')}</p>}
      >
        {(rows) => (
          <div class="persona-list">
            <DataTable
              label={sayPersona('personas')}
              rows={rows}
              href={({ id }) => `/personas/${id}`}
              columns={[
                { title: say('name'), sort: 'name', render: ({ name }) => <span dir="auto">{name}</span> },
                {
                  title: say('about'),
                  render: ({ description }) => (description === '' ? null : <span dir="auto">{description}</span>),
                },
                { title: sayPersona('category'), render: (persona) => sayPersona(persona.category) },
                { title: say('asks'), render: ({ autonomyLevel }) => sayPersona(autonomyLevel) },
                { title: say('steps'), align: 'end', render: ({ sopSteps }) => formats.number(sopSteps.length) },
              ]}
              {...(canStart
                ? {
                    renderActions: ({ id, name }: Persona) => (
                      <LinkButton href={`/personas/${id}?new=1`} look="secondary">
                        {say('start')}
                        <span class="visually-hidden">: {name}</span>
                      </LinkButton>
                    ),
                  }
                : {})}
            />
          </div>
        )}
      </FoundList>
      {isCreating && canWrite ? <CreatePersona onClose={() => setCreating(false)} /> : null}
    </PersonasFrame>
  );
}
