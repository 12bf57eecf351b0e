import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DataView } from '../../../ui/data-view.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { runTexts } from './texts.ts';

/** What a run as a whole has led to: its error, its outputs and its inputs. Shown while no node is selected. */
export function RunResult() {
  const say = useTexts(runTexts);
  const { run } = useEditor();
  return (
    <div class="stack">
      {run == null ? null : (
        <section class="stack" aria-labelledby="run-result">
          <h2 id="run-result">{say('result')}</h2>
          {run.error === null ? null : (
            <Banner tone="bad">
              <LongText text={run.error.message} label={say('result')} /> <code dir="ltr">{run.error.code}</code>
            </Banner>
          )}
          {run.outputs === null ? null : <DataView label={say('outputs')} data={run.outputs} />}
          {run.error === null && run.outputs === null ? <p class="soft">{say('noResult')}</p> : null}
          <DataView label={say('inputs')} data={run.inputs} />
        </section>
      )}
      <p class="soft">{say('selectNode')}</p>
    </div>
  );
}
