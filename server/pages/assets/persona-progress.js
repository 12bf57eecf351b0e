import { make } from './make-element.js';
import { renderMarkdown } from './persona-markdown.js';
import { fill } from './persona-texts.js';

/** Shows how far the steps are, what came of them, and what the task has cost. */
export function showProgress(section, task, { language, texts }) {
  const { progress, costCredits, maxCostCredits, startedAt, completedAt } = task;
  const number = new Intl.NumberFormat(language);
  section.hidden = false;
  section.querySelector('progress').value = progress.percent;
  section.querySelector('[data-percent]').textContent = new Intl.NumberFormat(language, { style: 'percent' }).format(
    progress.percent / 100,
  );
  const list = section.querySelector('ol');
  for (const step of progress.steps) {
    const item = list.children[step.index] ?? list.appendChild(makeStep(step, { number, texts }));
    // A step that waits for a person or a resume isn't worked on.
    showStep(
      item,
      step.status === 'running' && task.status !== 'running' ? { ...step, status: 'waiting' } : step,
      texts,
    );
  }
  const formatTime = (time) =>
    time === null
      ? ''
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  const figures = [
    [texts.credits, fill(texts.spent, { spent: number.format(costCredits), most: number.format(maxCostCredits) })],
    [texts.started, formatTime(startedAt)],
    [texts.ended, formatTime(completedAt)],
  ].filter(([, value]) => value !== '');
  section
    .querySelector('dl')
    .replaceChildren(...figures.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
}

function makeStep({ index }, { number, texts }) {
  const summary = make('summary', {}, fill(texts.resultOf, { n: number.format(index + 1) }));
  return make(
    'li',
    {},
    make('span', { className: 'step-title', dir: 'auto' }),
    make('span', { className: 'step-state' }),
    make('details', { hidden: true }, summary, make('div', { className: 'step-output', dir: 'auto' })),
  );
}

function showStep(item, { title, status, output }, texts) {
  item.dataset.state = status;
  item.ariaCurrent = status === 'running' || status === 'waiting' ? 'step' : null;
  item.querySelector('.step-title').textContent = title;
  item.querySelector('.step-state').textContent = {
    pending: texts.todo,
    running: texts.running,
    waiting: texts.waiting,
    completed: texts.done,
    skipped: texts.skipped,
    failed: texts.stepFailed,
    cancelled: texts.stepCancelled,
  }[status];
  const details = item.querySelector('details');
  details.hidden = !output;
  // Drawn anew only where it is another text: somebody may be selecting in it.
  const shown = details.querySelector('div');
  if (shown.source === output) return;
  shown.source = output;
  shown.replaceChildren(renderMarkdown(output ?? ''));
}
