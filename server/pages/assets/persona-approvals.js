import { make } from './make-element.js';
import { fill } from './persona-texts.js';
import { explainFault } from './persona-reasons.js';

const template = document.querySelector('template[data-approval]');

/**
 * Shows a form for every approval that is still to be decided. Forms that are there already stay as they are: somebody
 * may be writing in them.
 */
export function showApprovals(section, { approvals, canDecide }, view) {
  const list = section.querySelector('ul');
  const open = new Map(
    approvals.filter(({ status }) => status === 'pending').map((approval) => [approval.id, approval]),
  );
  const held = list.contains(document.activeElement);
  for (const item of Array.from(list.children)) {
    if (!open.has(item.dataset.approval)) item.remove();
    else open.delete(item.dataset.approval);
  }
  for (const approval of open.values()) list.append(makeForm(approval, canDecide, view));
  section.hidden = list.children.length === 0;
  // What had the focus may be gone: the next place to be is the heading above, or the page's content.
  if (held && !list.contains(document.activeElement)) {
    (section.hidden ? document.querySelector('main') : section.querySelector('h2')).focus();
  }
}

/** Lists what was decided, with the comment that went along. */
export function showDecided(section, { approvals }, { language, texts }) {
  const decided = approvals.filter(({ status }) => status !== 'pending');
  section.hidden = decided.length === 0;
  const words = { approved: texts.approved, rejected: texts.rejected, expired: texts.expired };
  section.querySelector('ul').replaceChildren(
    ...decided.map(({ title, status, comment, decidedAt }) => {
      const time = decidedAt === null ? '' : `, ${formatTime(decidedAt, language)}`;
      return make(
        'li',
        {},
        make('span', { dir: 'auto' }, title),
        make('span', { className: 'step-state' }, `${words[status] ?? texts.withdrawn}${time}`),
        ...(comment ? [make('p', { dir: 'auto' }, comment)] : []),
      );
    }),
  );
}

function makeForm(approval, canDecide, { texts, language, decide, refresh }) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.dataset.approval = approval.id;
  const form = item.querySelector('form');
  const isStep = approval.kind === 'step';
  const heading = item.querySelector('h3');
  heading.id = `title-${approval.id}`;
  heading.textContent = approval.title;
  // A group and no landmark: two calls of the same tool have the same name.
  item.querySelector('[role=group]').setAttribute('aria-labelledby', heading.id);
  const about = item.querySelector('.approval-about');
  const until = fill(texts.until, { time: formatTime(approval.expiresAt, language) });
  about.textContent = [isStep ? texts.mayBegin : texts.mayBeDone, until, ...(canDecide ? [] : [texts.onlyShows])].join(
    ' ',
  );
  const text = isStep ? String(approval.arguments.instruction) : JSON.stringify(approval.arguments, null, 2);
  const exact = item.querySelector('pre');
  exact.textContent = text;
  exact.ariaLabel = texts.exact;
  item.querySelector('details span').textContent = isStep ? texts.instructionLabel : texts.argumentsLabel;
  form.elements.arguments.value = text;
  if (!isStep) exact.dir = form.elements.arguments.dir = 'ltr';
  if (!canDecide) {
    for (const part of form.querySelectorAll('details, label, .actions')) part.remove();
    return item;
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    const fault = item.querySelector('.approval-fault');
    fault.textContent = '';
    const decision = readDecision(form, event.submitter.value, { isStep, text });
    if (decision === undefined) {
      item.querySelector('details').open = true;
      form.elements.arguments.focus();
      fault.textContent = texts.notJson;
      return;
    }
    setBusy(form, true);
    try {
      await decide(approval.id, decision);
    } catch (error) {
      fault.textContent = explain(error, texts);
    }
    // Whatever came of it, the server knows best: an approval that is decided leaves the page with this.
    await refresh();
    setBusy(form, false);
  });
  return item;
}

function explain({ status, fields }, texts) {
  const refused = fields?.find(({ path }) => path.startsWith('body.'));
  if (refused !== undefined) return fill(texts.refused, { reason: explainFault(refused.code, texts) });
  return status === 400 ? texts.already : texts.notSent;
}

/** What was decided; undefined where the changed arguments are no JSON object. */
function readDecision(form, verdict, { isStep, text }) {
  const comment = form.elements.comment.value.trim();
  const changed = form.elements.arguments.value;
  const decision = { decision: verdict, ...(comment === '' ? {} : { comment }) };
  if (verdict === 'reject' || changed === text) return decision;
  if (isStep) return { ...decision, arguments: { instruction: changed } };
  try {
    const values = JSON.parse(changed);
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isObject ? { ...decision, arguments: values } : undefined;
  } catch {
    return undefined;
  }
}

/** A button that is disabled would lose the focus, so it is only said to be. */
function setBusy(form, isBusy) {
  form.ariaBusy = String(isBusy);
  for (const button of form.querySelectorAll('button')) button.ariaDisabled = String(isBusy);
}

function formatTime(time, language) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
}
