import { useTexts } from '../../../text/use-texts.ts';
import { Field, TextInput, type Remark } from '../../../ui/field.tsx';
import { useFieldScope } from '../fields/field-context.ts';
import { useNameOnLeave } from '../fields/use-name-on-leave.ts';
import type { DraftNode } from '../graph/draft.ts';
import { nodeIdPattern, renameNode } from '../graph/edits.ts';
import { useEditor } from './editor-context.ts';
import { faultTexts } from './fault-texts.ts';
import { editorTexts } from './texts.ts';

/** The id of a node. */
export function IdField({ node, error }: { node: DraftNode; error: Remark | undefined }) {
  const say = useTexts(editorTexts);
  const { prefix } = useFieldScope();
  const sayFault = useTexts(faultTexts);
  const { draft, edit, select } = useEditor();
  const faultOf = (typed: string) => {
    if (!nodeIdPattern.test(typed)) return sayFault('badId');
    const isTaken = typed !== node.id && draft.nodes.some(({ id }) => id === typed);
    return isTaken ? sayFault('doubledId') : undefined;
  };
  const { fault, input } = useNameOnLeave(node.id, faultOf, (id) => {
    edit((before) => renameNode(before, node.id, id));
    select(new Set([id]));
  });
  return (
    <Field
      label={say('id')}
      error={fault ?? error}
      help={<bdi>{say('idHelp', { example: `nodes.${node.id}.outputs` })}</bdi>}
    >
      {(links) => (
        <TextInput
          {...links}
          {...input}
          name={`${prefix}id`}
          dir="ltr"
          class="input-code"
          maxLength={64}
          spellcheck={false}
        />
      )}
    </Field>
  );
}
