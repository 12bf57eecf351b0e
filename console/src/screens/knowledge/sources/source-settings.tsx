import type { Source } from '@portico/shared-types/api/sources';
import { Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { useRemoveSource } from '../../../data/sources.ts';
import { NumberField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { isValues } from '../../../form/changes.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Switch } from '../../../ui/field.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { useListAddress } from '../../../ui/visited-lists.ts';
import { nameOf } from './name-of.ts';
import { RefreshField } from './refresh-field.tsx';
import { sourceTexts } from './texts.ts';

export function SourceSettings({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  const canWrite = useCan('knowledge-bases:write');
  return (
    <div>
      <Section title={say(source.type)} help={say(`${source.type}Help`)} reference="reference/sources#fields">
        {source.type === 'urls' ? (
          <ListField name="urls" label={say('addresses')} code />
        ) : (
          <TextField name="url" label={say('address')} code />
        )}
      </Section>
      <Section title={say('when')} help={say('whenHelp')} reference="reference/sources#crawling">
        <RefreshField />
      </Section>
      <Section title={say('whichPages')} help={say('whichPagesHelp')} reference="reference/sources#crawling">
        <ListField name="include" label={say('include')} help={say('includeHelp')} placeholder="/guide/**" code />
        <ListField name="exclude" label={say('exclude')} placeholder="/blog/**" code />
        <div class="row-of-fields">
          <NumberField name="max_pages" label={say('maxPages')} min={1} max={10_000} />
          {source.type === 'website' ? (
            <NumberField name="max_depth" label={say('maxDepth')} min={0} max={100} />
          ) : null}
        </div>
        <SwitchField name="respect_robots" label={say('robots')} help={say('robotsHelp')} />
      </Section>
      <Section title={say('whatIsRead')} help={say('cssHelp')} reference="reference/sources#fields">
        <TextField name="css_include" label={say('cssInclude')} placeholder="main" nullable code />
        <TextField name="css_exclude" label={say('cssExclude')} placeholder=".comments" nullable code />
        <MoreSettings>
          <HeaderRows />
        </MoreSettings>
      </Section>
      {canWrite ? <DeleteSection source={source} /> : null}
    </div>
  );
}

function HeaderRows() {
  const say = useTexts(sourceTexts);
  const field = useField('headers');
  const pairs = isValues(field.value)
    ? Object.fromEntries(Object.entries(field.value).map(([name, value]) => [name, String(value)]))
    : {};
  return (
    <div class="stack-tight">
      <PairRows label={say('headers')} pairs={pairs} onPairs={field.set} />
      <p class="help">{say('headersHelp')}</p>
    </div>
  );
}

function DeleteSection({ source }: { source: Source }) {
  const say = useTexts(sourceTexts);
  const [, navigate] = useLocation();
  const list = useListAddress(`/knowledge/${source.knowledge_base_id}/sources`);
  const remove = useRemoveSource(source.knowledge_base_id);
  const [isDeleting, setDeleting] = useState(false);
  const [keepDocuments, setKeepDocuments] = useState(false);
  const text = say('deleteText', { count: source.counts.ready });
  return (
    <Section title={say('deleteSource')} help={text} reference="reference/sources#endpoints">
      <div>
        <Button icon={Trash2} onClick={() => setDeleting(true)}>
          {say('deleteSource')}
        </Button>
      </div>
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteTitle', { name: nameOf(source) })}
        text={keepDocuments ? say('deleteOnlyText') : text}
        action={say('deleteSource')}
        onConfirm={async () => {
          await remove.mutateAsync({ id: source.id, keepDocuments });
          navigate(list, { replace: true });
        }}
      >
        <Switch
          label={say('keepDocuments')}
          help={say('keepDocumentsHelp')}
          checked={keepDocuments}
          onValue={setKeepDocuments}
        />
      </Confirm>
    </Section>
  );
}
