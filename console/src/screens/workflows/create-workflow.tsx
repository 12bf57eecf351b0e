import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { workflows } from '../../data/workflows.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { textOf, useField } from '../../form/use-field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { useOpenCreated } from '../../ui/use-list-state.ts';
import { buildExample, exampleNames, type ExampleName } from './examples.ts';
import { workflowTexts } from './texts.ts';

const titles = {
  empty: 'startEmpty',
  summary: 'startSummary',
  answer: 'startAnswer',
  approval: 'startApproval',
} as const satisfies Record<ExampleName, keyof typeof workflowTexts>;

export function CreateWorkflow({ onClose }: { onClose: () => void }) {
  const say = useTexts(workflowTexts);
  const openCreated = useOpenCreated();
  const create = workflows.useCreate();
  const canReadBases = useCan('knowledge-bases:read');
  const bases = knowledgeBases.useList({ per_page: 1 }, { enabled: canReadBases });
  const baseId = bases.data?.data[0]?.id;
  const offered = exampleNames.filter((name) => name !== 'answer' || canReadBases);
  return (
    <DialogForm
      title={say('create')}
      action={say('createAction')}
      defaults={{ name: '', example: 'summary' }}
      onClose={onClose}
      onSubmit={async ({ name, example }) => {
        const chosen = exampleNames.find((each) => each === example) ?? 'empty';
        if (chosen === 'answer' && baseId === undefined) throw new Error(say('needsBase'));
        const { id } = await create.mutateAsync({ name, ...buildExample(chosen, say, baseId ?? '') });
        openCreated(`/workflows/${id}`);
      }}
    >
      <TextField name="name" label={say('name')} placeholder={say('namePlaceholder')} required />
      <SelectField
        name="example"
        label={say('startFrom')}
        options={offered.map((value) => ({ value, label: say(titles[value]) }))}
      />
      <BaseNotice isMissing={bases.isSuccess && baseId === undefined} />
    </DialogForm>
  );
}

function BaseNotice({ isMissing }: { isMissing: boolean }) {
  const say = useTexts(workflowTexts);
  const example = textOf(useField('example').value);
  return isMissing && example === 'answer' ? <Banner tone="wait">{say('needsBase')}</Banner> : null;
}
