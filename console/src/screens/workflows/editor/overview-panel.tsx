import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { FieldContext } from '../fields/field-context.ts';
import { listNames } from '../fields/list-names.ts';
import { PairsField } from '../fields/pairs-field.tsx';
import { readAt } from '../graph/draft.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { useEditor } from './editor-context.ts';
import { Palette } from './palette.tsx';
import { editorTexts } from './texts.ts';
import type { Problem } from './use-faults.ts';
import { useProblemCount } from './use-problem-count.ts';
import { isValues } from '../../../form/changes.ts';

/** What is shown if no node is open: the palette, the result of the workflow, and its problems. */
export function OverviewPanel({ isNarrow }: { isNarrow: boolean }) {
  const { readOnly, adding } = useEditor();
  // Below a list, the palette would only be in the way until a node is added.
  const showsPalette = !readOnly && (!isNarrow || adding !== null);
  return (
    <div class="stack">
      {adding === null ? <Problems /> : null}
      {showsPalette ? <Palette /> : null}
      {adding === null ? <Outputs /> : null}
    </div>
  );
}

/** As many problems as somebody would read before fixing the first. */
const maxShown = 20;

function Problems() {
  const say = useTexts(editorTexts);
  const { faults, draft } = useEditor();
  const { text: count } = useProblemCount();
  if (draft.nodes.length === 0) return null;
  const { all } = faults;
  if (all.length === 0) {
    return (
      <p class="line problem-free">
        <CircleCheck size={16} aria-hidden="true" />
        {say('noProblems')}
      </p>
    );
  }
  return (
    <section class="stack-tight" aria-label={count}>
      <h2>{count}</h2>
      <ul class="stack-tight">
        {all.slice(0, maxShown).map((problem) => (
          <ProblemRow key={[...problem.path, problem.node, problem.field, problem.text].join(' ')} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const { whole, enter } = useEditor();
  const node = readAt(whole, problem.path)?.nodes.find(({ id }) => id === problem.node);
  const Icon = problem.isWarning ? TriangleAlert : CircleAlert;
  return (
    <li class={problem.isWarning ? 'problem problem-warning' : 'problem'}>
      <Icon size={16} aria-hidden="true" />
      <span>
        <button type="button" class="link-button" onClick={() => enter(problem.path, node?.id)}>
          <bdi>{node === undefined ? say('inDefinition') : titleOf(node)}</bdi>
        </button>{' '}
        {problem.text}
      </span>
    </li>
  );
}

function Outputs() {
  const say = useTexts(editorTexts);
  const { whole, path, draft, inputSchema, readOnly, faults, edit, endStep } = useEditor();
  const problem = faults.of(undefined).find(({ field }) => field.startsWith('outputs'));
  const last = useRef<Element | null>(null);
  const names = useMemo(() => listNames(whole, path, undefined, inputSchema), [whole, path, inputSchema]);
  const scope = useMemo(() => ({ names, last, readOnly, prefix: '' }), [names, readOnly]);
  return (
    <FieldContext.Provider value={scope}>
      <fieldset
        class="bare stack outputs"
        disabled={readOnly}
        onFocusIn={({ target }) => {
          if (target instanceof HTMLInputElement) last.current = target;
        }}
        onFocusOut={endStep}
      >
        <PairsField
          field={{ name: 'outputs', kind: 'pairs', label: 'result' }}
          name="outputs"
          value={draft.outputs}
          error={problem?.isWarning === true ? { warning: problem.text } : problem?.text}
          onValue={(outputs) => edit((before) => ({ ...before, outputs: isValues(outputs) ? outputs : {} }), 'outputs')}
        />
        <p class="help">
          <bdi>{say('outputsHelp', { example: '{{ nodes.text.outputs.text }}' })}</bdi>
        </p>
      </fieldset>
    </FieldContext.Provider>
  );
}
