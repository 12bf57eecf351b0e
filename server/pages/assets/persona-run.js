import { followEvents } from './follow-events.js';
import { showApprovals } from './persona-approvals.js';

/*
 * The page of one task. The link's token stands in the fragment; it is kept for this tab, so that a reload or a jump
 * within the page doesn't lose it, and goes out as `Authorization` alone.
 */

const main = document.querySelector('main');
const { instance } = main.dataset;
const base = `/api/public/persona-instances/${encodeURIComponent(instance)}`;
const token = readToken();

const states = {
  pending: 'Waiting to begin',
  running: 'Working',
  awaiting_approval: 'Waiting for a decision',
  paused_budget: 'Paused: a limit is reached',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const stepStates = {
  pending: 'To do',
  running: 'Working',
  completed: 'Done',
  skipped: 'Left out',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const ends = new Set(['completed', 'failed', 'cancelled']);

let refreshing = Promise.resolve();
let isAsked = false;

document.querySelector('[data-skip]').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

if (token === null) say('This page needs the whole link, with what follows the #.');
else void start();

async function start() {
  const task = await refresh();
  if (task === undefined || ends.has(task.status)) return;
  await followEvents(`${base}/events`, { token, onEvent: refresh });
  await refresh();
}

/** Shows the newest state; events that come while that is being fetched are answered by one more look. */
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
      say(
        error.status === 404 ? 'This link opens no task. It may be incomplete.' : 'The task can’t be reached just now.',
      );
      return undefined;
    }
  });
  return refreshing;
}

async function ask(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error.message), { status: response.status });
  return answer.data;
}

function show(task, deliverables) {
  document.title = `${task.taskTitle} · ${states[task.status]}`;
  put('[data-persona]', task.personaName);
  put('[data-title]', task.taskTitle);
  const reason = task.error === null ? '' : `: ${task.error.message}`;
  say(`${states[task.status]}${reason}`);
  main.dataset.state = task.status;
  showProgress(task);
  showApprovals(document.querySelector('[data-approvals]'), task, async (id, decision) => {
    await ask(`${base}/approvals/${encodeURIComponent(id)}`, decision);
    await refresh();
  });
  showDeliverables(deliverables);
}

function showProgress({ progress, costCredits, maxCostCredits, startedAt, completedAt }) {
  const section = document.querySelector('[data-progress]');
  section.hidden = false;
  section.querySelector('progress').value = progress.percent;
  const list = section.querySelector('ol');
  for (const step of progress.steps) {
    const item = list.children[step.index] ?? list.appendChild(makeStep());
    item.dataset.state = step.status;
    item.querySelector('.step-title').textContent = step.title;
    item.querySelector('.step-state').textContent = stepStates[step.status];
    const details = item.querySelector('details');
    details.hidden = !step.output;
    details.querySelector('div').textContent = step.output ?? '';
  }
  const figures = [
    ['Credits', `${costCredits} of ${maxCostCredits}`],
    ['Started', formatTime(startedAt)],
    ['Ended', formatTime(completedAt)],
  ].filter(([, value]) => value !== '');
  section
    .querySelector('dl')
    .replaceChildren(...figures.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
}

function makeStep() {
  return make(
    'li',
    {},
    make('span', { className: 'step-title' }),
    make('span', { className: 'step-state' }),
    make('details', { hidden: true }, make('summary', {}, 'Result'), make('div', { className: 'step-output' })),
  );
}

function showDeliverables(deliverables) {
  const section = document.querySelector('[data-deliverables]');
  section.hidden = deliverables.length === 0;
  section.querySelector('ul').replaceChildren(
    ...deliverables.map((file) => {
      const { pathname, search } = new URL(file.downloadUrl);
      const link = make('a', { href: pathname + search, download: file.fileName }, file.name);
      const size = `${file.type === 'markdown' ? 'Markdown' : file.type.toUpperCase()}, ${formatSize(file.fileSize)}`;
      const version = file.version > 1 ? `, version ${file.version}` : '';
      return make('li', {}, link, make('span', {}, `${size}${version}`), make('p', {}, file.description));
    }),
  );
}

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Written only where it changes, so that a screen reader isn't told the same again. */
function put(selector, text) {
  const element = document.querySelector(selector);
  if (element.textContent !== text) element.textContent = text;
}

function say(text) {
  put('[data-status]', text);
}

function formatTime(time) {
  return time === null ? '' : new Date(time).toLocaleString();
}

function formatSize(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} kB`;
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
