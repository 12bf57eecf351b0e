import { Copy, CopyPlus, Trash2 } from 'lucide-react';
import { copyText } from '@portico/browser-kit/clipboard';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Field, TextInput, type Remark } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { ConfigFields } from '../fields/config-fields.tsx';
import { FieldContext } from '../fields/field-context.ts';
import { listNames } from '../fields/list-names.ts';
import { JsonField } from '../fields/value-field.tsx';
import { copyNodes, pasteNodes, readNodes } from '../graph/clipboard.ts';
import type { DraftNode } from '../graph/draft.ts';
import { changeNode, removeNodes, setOptional } from '../graph/edits.ts';
import { findKind } from '../nodes/node-kinds.ts';
import { nodeTexts } from '../nodes/texts.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { useEditor } from './editor-context.ts';
import { FailureFields } from './failure-fields.tsx';
import { IdField } from './id-field.tsx';
import { NextSteps } from './next-steps.tsx';
import { editorTexts } from './texts.ts';

/** The form of the open node. */
export function NodePanel({ node }: { node: DraftNode }) {
  const say = useTexts(editorTexts);
  const { whole, path, inputSchema, readOnly, faults, added, edit, endStep } = useEditor();
  const form = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  const isAdded = added === node.id;
  // Before the member does anything else: a focus that moves later closes a menu.
  useLayoutEffect(() => {
    // The first field after the name: a new node needs its config.
    if (isAdded) form.current?.querySelectorAll<HTMLElement>('fieldset :is(input, textarea, select)')[1]?.focus();
  }, [isAdded]);
  const names = useMemo(() => listNames(whole, path, node.id, inputSchema), [whole, path, node.id, inputSchema]);
  const prefix = `${[...path, node.id].join('.')}.`;
  const scope = useMemo(() => ({ names, last, readOnly, prefix }), [names, readOnly, prefix]);
  const problems = faults.of(node.id);
  const errorOf = (field: string): Remark | undefined => {
    const problem = problems.find((each) => each.field === field);
    return problem?.isWarning === true ? { warning: problem.text } : problem?.text;
  };
  const change = (next: DraftNode, field: string) =>
    edit(
      (draft) => changeNode(draft, draft.nodes.find(({ id }) => id === node.id) ?? node, next),
      `${node.id} ${field}`,
    );
  const elsewhere = problems.filter(({ field }) => field === '' || field === 'config' || field === 'type');
  return (
    <FieldContext.Provider value={scope}>
      <div
        ref={form}
        class="stack node-form"
        onFocusIn={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target;
        }}
        onFocusOut={endStep}
      >
        <NodeHead node={node} />
        {elsewhere.map(({ text }) => (
          <Banner key={text} tone="wait">
            {text}
          </Banner>
        ))}
        <fieldset disabled={readOnly} class="bare stack">
          <Field label={say('name')} error={errorOf('name')}>
            {(links) => (
              <TextInput
                {...links}
                name={`${prefix}name`}
                maxLength={200}
                value={node.name ?? ''}
                onValue={(name) => change(setOptional(node, { name: name === '' ? undefined : name }), 'name')}
              />
            )}
          </Field>
          {findKind(node.type) === undefined ? (
            <UnknownConfig node={node} onNode={(next) => change(next, 'config')} />
          ) : (
            <ConfigFields
              node={node}
              errorOf={errorOf}
              onConfig={(config, field) => change({ ...node, config }, field)}
            />
          )}
          <IdField node={node} error={errorOf('id')} />
          <FailureFields node={node} errorOf={errorOf} onNode={change} />
        </fieldset>
        <NextSteps node={node} />
      </div>
    </FieldContext.Provider>
  );
}

function NodeHead({ node }: { node: DraftNode }) {
  const say = useTexts(editorTexts);
  const sayUi = useTexts(uiTexts);
  const sayKind = useTexts(nodeTexts);
  const titleOf = useNodeTitle();
  const toaster = useToaster();
  const { draft, readOnly, edit, select } = useEditor();
  const kind = findKind(node.type);
  const Icon = kind?.icon;
  const ids = new Set([node.id]);
  return (
    <header class="node-panel-head">
      {Icon === undefined ? null : (
        <span class={`node-icon node-icon-${kind?.group ?? ''}`} aria-hidden="true">
          <Icon size={16} />
        </span>
      )}
      <div>
        <h2>
          <bdi>{titleOf(node)}</bdi>
        </h2>
        <p class="meta">{kind === undefined ? say('unknownHelp') : sayKind(kind.help)}</p>
      </div>
      <div class="node-tools">
        <IconButton
          label={say('copy')}
          icon={Copy}
          onClick={() => {
            void copyText(copyNodes(draft, ids)).then((isDone) =>
              isDone ? toaster.done(sayUi('copied')) : toaster.failed(sayUi('notCopied')),
            );
          }}
        />
        {readOnly ? null : (
          <>
            <IconButton
              label={say('duplicate')}
              icon={CopyPlus}
              onClick={() => {
                const copied = readNodes(copyNodes(draft, ids));
                if (copied === undefined) return;
                const pasted = pasteNodes(draft, copied);
                edit(() => pasted.draft);
                select(new Set(pasted.ids));
              }}
            />
            <IconButton
              label={say('deleteNode')}
              icon={Trash2}
              onClick={() => {
                edit((before) => removeNodes(before, ids));
                select(new Set());
                toaster.done(say('deleted', { count: 1 }));
              }}
            />
          </>
        )}
      </div>
    </header>
  );
}

function UnknownConfig({ node, onNode }: { node: DraftNode; onNode: (node: DraftNode) => void }) {
  return (
    <JsonField
      field={{ name: 'config', kind: 'json', label: 'requestBody', rows: 8 }}
      name={`${node.id}.config`}
      value={node.config}
      error={undefined}
      onValue={(value) => {
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          onNode({ ...node, config: { ...value } });
      }}
    />
  );
}
