import { followEvents } from './follow-events.js';
import { showApprovals, showDecided } from './persona-approvals.js';
import { createAsk } from './persona-ask.js';
import { showDeliverables } from './persona-deliverables.js';
import { showProgress } from './persona-progress.js';
import { fill, loadTexts, setDirection, translate } from './persona-texts.js';
import { explainFailure } from './persona-reasons.js';

/*
 * The page of one task. The link's token stands in the fragment; it is kept for this tab, so that a reload or a jump
 * within the page doesn't lose it, and goes out as `Authorization` alone.
 */

const retryMs = 3000;
const ends = new Set(['completed', 'failed', 'cancelled']);

const main = document.querySelector('main');
const { instance } = main.dataset;
const base = `/api/public/persona-instances/${encodeURIComponent(instance)}`;
const token = readToken();
const ask = createAsk(token);

const { language, texts } = await loadTexts();
setDirection(language);
translate(document, texts);
translate(document.querySelector('template[data-approval]').content, texts);
const words = { language, texts };

let refreshing = Promise.resolve();
let isAsked = false;

document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

if (token === null) say(texts.needsLink);
else void start();

async function start() {
  let task = await refresh();
  while (task === undefined) {
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
    task = await refresh();
  }
  if (task === null) return;
  // The addresses of the files are good for a day; a page that was left open longer fetches new ones.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });
  if (ends.has(task.status)) return;
  const onState = (isConnected) => put('[data-connection]', isConnected ? '' : texts.lost);
  await followEvents(`${base}/events`, { token, onEvent: refresh, onState });
  while ((await refresh()) === undefined) {
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}

/**
 * Shows the newest state; events that come while that is being fetched are answered by one more look. Undefined where
 * the server couldn't be reached, null where the link opens nothing.
 */
function refresh() {
  if (isAsked) return refreshing;
  isAsked = true;
  refreshing = refreshing.then(async () => {
    isAsked = false;
    try {
      const [task, deliverables] = await Promise.all([ask(base), ask(`${base}/deliverables?per_page=100`)]);
      show(task, deliverables);
      return task;
    } catch (error) {
      say(error.status === 404 ? texts.noTask : texts.unreachable);
      return error.status === 404 ? null : undefined;
    }
  });
  return refreshing;
}

function show(task, deliverables) {
  const line = describe(task, deliverables);
  document.title = `${task.taskTitle} · ${line}`;
  put('[data-persona]', task.personaName);
  put('[data-title]', task.taskTitle);
  say(line);
  main.dataset.state = task.status;
  const decide = async (id, decision) => ask(`${base}/approvals/${encodeURIComponent(id)}`, decision);
  showApprovals(document.querySelector('[data-approvals]'), task, { ...words, decide, refresh });
  showDeliverables(document.querySelector('[data-deliverables]'), deliverables, words);
  showProgress(document.querySelector('[data-progress]'), task, words);
  showDecided(document.querySelector('[data-decided]'), task, words);
}

/** The task's state in a line, which is read out when it changes. */
function describe(task, deliverables) {
  const { status, progress, approvals, canDecide, error } = task;
  const number = new Intl.NumberFormat(language);
  switch (status) {
    case 'running': {
      const step = progress.steps[progress.currentStep ?? -1];
      if (step === undefined) return texts.finishing;
      const [n, total] = [number.format(step.index + 1), number.format(progress.steps.length)];
      return fill(texts.working, { n, total, title: step.title });
    }
    case 'awaiting_approval': {
      const title = approvals.find((approval) => approval.status === 'pending')?.title ?? '';
      return canDecide ? fill(texts.decisionNeeded, { title }) : texts.decisionAwaited;
    }
    case 'paused_budget':
      return task.pauseReason === 'duration'
        ? fill(texts.pausedDuration, { most: number.format(task.maxDurationHours) })
        : fill(texts.pausedCost, { most: number.format(task.maxCostCredits) });
    case 'completed':
      return deliverables.length > 0 ? texts.completedFiles : texts.completed;
    case 'failed':
      return fill(texts.failed, { reason: explainFailure(error?.code ?? '', texts) });
    default:
      return texts[status];
  }
}

/** Written only where it changes, so that a screen reader isn't told the same again. */
function put(selector, text) {
  const element = document.querySelector(selector);
  if (element.textContent !== text) element.textContent = text;
}

function say(text) {
  put('[data-status]', text);
}

function readToken() {
  const name = `portico-run-${instance}`;
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  try {
    if (given !== null) sessionStorage.setItem(name, given);
    return given ?? sessionStorage.getItem(name);
  } catch {
    return given;
  }
}
