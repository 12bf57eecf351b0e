import { useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useFieldScope } from '../fields/field-context.ts';
import type { DraftNode } from '../graph/draft.ts';
import { nodeIdPattern, renameNode } from '../graph/edits.ts';
import { useEditor } from './editor-context.ts';
import { faultTexts } from './fault-texts.ts';
import { editorTexts } from './texts.ts';

/**
 * The id of a node. It is changed when the field is left: with each letter, expressions would refer to another id, which
 * could be that of another node.
 */
export function IdField({ node, error }: { node: DraftNode; error: string | undefined }) {
  const say = useTexts(editorTexts);
  const { prefix } = useFieldScope();
  const sayFault = useTexts(faultTexts);
  const { draft, edit, select } = useEditor();
  const [typed, setTyped] = useState<{ id: string; of: string }>();
  const now = typed?.of === node.id ? typed.id : node.id;
  const isTaken = now !== node.id && draft.nodes.some(({ id }) => id === now);
  const fault = !nodeIdPattern.test(now) ? sayFault('badId') : isTaken ? sayFault('doubledId') : undefined;
  const apply = () => {
    if (now === node.id || fault !== undefined) return;
    edit((before) => renameNode(before, node.id, now));
    setTyped(undefined);
    select(new Set([now]));
  };
  return (
    <Field
      label={say('id')}
      error={fault ?? error}
      help={<bdi>{say('idHelp', { example: `nodes.${node.id}.outputs` })}</bdi>}
    >
      {(links) => (
        <TextInput
          {...links}
          name={`${prefix}id`}
          dir="ltr"
          class="input-code"
          maxLength={64}
          spellcheck={false}
          value={now}
          onValue={(id) => setTyped({ id, of: node.id })}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Otherwise it would save the form.
            event.preventDefault();
            apply();
          }}
        />
      )}
    </Field>
  );
}
