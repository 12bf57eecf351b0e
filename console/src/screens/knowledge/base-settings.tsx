import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import { Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { knowledgeBases } from '../../data/knowledge-bases.ts';
import { useCan } from '../../data/session.ts';
import { DraftForm } from '../../form/draft-form.tsx';
import { AreaField, NumberField, TextField } from '../../form/fields.tsx';
import { Section } from '../../form/section.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useListAddress } from '../../ui/visited-lists.ts';
import { knowledgeTexts } from './texts.ts';

export function BaseSettings({ base }: { base: KnowledgeBase }) {
  const say = useTexts(knowledgeTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/knowledge');
  const canWrite = useCan('knowledge-bases:write');
  const update = knowledgeBases.useUpdate(base.id, { quick: true });
  const read = knowledgeBases.useRead(base.id);
  const remove = knowledgeBases.useRemove();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <DraftForm
        name={`knowledge-bases/${base.id}`}
        saved={base}
        save={async (changes) => update.mutateAsync(changes)}
        read={read}
        readOnly={!canWrite}
      >
        <div>
          <Section title={say('about')} help={say('aboutHelp')} reference="reference/knowledge-bases#fields">
            <TextField name="name" label={say('name')} required />
            <AreaField name="description" label={say('description')} rows={2} />
          </Section>
          <Section title={say('chunks')} help={say('chunksHelp')} reference="reference/knowledge-bases#fields">
            <div class="row-of-fields">
              <NumberField name="chunk_size" label={say('chunkSize')} min={64} max={2048} unit={say('tokenUnit')} />
              <NumberField
                name="chunk_overlap"
                label={say('chunkOverlap')}
                min={0}
                max={2047}
                unit={say('tokenUnit')}
              />
            </div>
          </Section>
          {canWrite ? (
            <Section
              title={say('danger')}
              help={say('deleteBaseText', { count: base.document_count })}
              reference="reference/knowledge-bases"
            >
              <div>
                <Button icon={Trash2} onClick={() => setDeleting(true)}>
                  {say('deleteBase')}
                </Button>
              </div>
            </Section>
          ) : null}
        </div>
      </DraftForm>
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteDocumentTitle', { name: base.name })}
        text={say('deleteBaseText', { count: base.document_count })}
        action={say('deleteBase')}
        {...(base.document_count > 0 ? { word: base.name } : {})}
        onConfirm={async () => {
          await remove.mutateAsync(base.id);
          navigate(list, { replace: true });
        }}
      />
    </>
  );
}
