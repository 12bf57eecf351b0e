import { useModels } from '../../../data/agents.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useModelLabel } from '../../../ui/use-model-label.ts';
import { PartHead } from '../part-head.tsx';
import { modelTexts } from './texts.ts';

/** The models that agents can use, what they can do, and what they cost. */
export default function ModelsPart() {
  const say = useTexts(modelTexts);
  const formats = useFormats();
  const models = useModels();
  const labelOf = useModelLabel();
  return (
    <div class="stack">
      <PartHead text={say('help')} reference="reference/models">
        <a href="/docs/models" target="_blank" rel="noopener">
          {say('connect')}
        </a>
      </PartHead>
      <Loaded query={models} skeleton={<Skeleton kind="rows" />}>
        {(list) => (
          <DataTable
            label={say('models')}
            rows={list}
            columns={[
              {
                title: say('model'),
                render: (model) => (
                  <span class="line">
                    {labelOf(model)} {model.is_default ? <Badge tone="accent">{say('default')}</Badge> : null}
                  </span>
                ),
              },
              {
                title: say('can'),
                render: ({ supports }) =>
                  (['tools', 'reasoning', 'images'] as const)
                    .filter((ability) => supports[ability])
                    .map((ability) => say(ability))
                    .join(', ') || '–',
              },
              { title: say('read'), align: 'end', render: ({ price }) => formats.number(price.prompt) },
              { title: say('written'), align: 'end', render: ({ price }) => formats.number(price.completion) },
            ]}
          />
        )}
      </Loaded>
    </div>
  );
}
