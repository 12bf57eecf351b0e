const template = document.querySelector('template[data-approval]');

/**
 * Shows a form for every approval that is still to be decided. Forms that are there already stay as they are: somebody
 * may be writing in them.
 */
export function showApprovals(section, { approvals, canDecide }, decide) {
  const list = section.querySelector('ul');
  const open = new Map(
    approvals.filter(({ status }) => status === 'pending').map((approval) => [approval.id, approval]),
  );
  const held = list.contains(document.activeElement);
  for (const item of Array.from(list.children)) {
    if (!open.has(item.dataset.approval)) item.remove();
    else open.delete(item.dataset.approval);
  }
  for (const approval of open.values()) list.append(makeForm(approval, canDecide, decide));
  section.hidden = list.children.length === 0;
  // What had the focus may be gone: the next place to be is the heading above, or the page's content.
  if (held && !list.contains(document.activeElement)) {
    (section.hidden ? document.querySelector('main') : section.querySelector('h2')).focus();
  }
}

function makeForm(approval, canDecide, decide) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.dataset.approval = approval.id;
  const form = item.querySelector('form');
  const isStep = approval.kind === 'step';
  const heading = item.querySelector('h3');
  heading.id = `title-${approval.id}`;
  heading.textContent = approval.title;
  form.setAttribute('aria-labelledby', heading.id);
  const until = new Date(approval.expiresAt).toLocaleString();
  const what = isStep ? 'May this step begin?' : 'May this be done, with exactly these arguments?';
  item.querySelector('.approval-about').textContent = `${what} Without a decision it is rejected on ${until}.`;
  const text = isStep ? String(approval.arguments.instruction) : JSON.stringify(approval.arguments, null, 2);
  item.querySelector('pre').textContent = text;
  item.querySelector('details span').textContent = isStep ? 'What the step is to do' : 'Arguments, as JSON';
  form.elements.arguments.value = text;
  if (!canDecide) {
    for (const part of form.querySelectorAll('details, label, .actions')) part.remove();
    item.querySelector('.approval-about').textContent += ' This link only shows the task.';
    return item;
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    const fault = item.querySelector('.approval-fault');
    fault.textContent = '';
    let decision;
    try {
      decision = readDecision(form, event.submitter.value, { isStep, text });
    } catch {
      item.querySelector('details').open = true;
      form.elements.arguments.focus();
      fault.textContent = 'The changed arguments are no JSON object.';
      return;
    }
    setBusy(form, true);
    try {
      await decide(approval.id, decision);
    } catch (error) {
      fault.textContent = error.message;
      setBusy(form, false);
    }
  });
  return item;
}

function readDecision(form, verdict, { isStep, text }) {
  const comment = form.elements.comment.value.trim();
  const changed = form.elements.arguments.value;
  const decision = { decision: verdict, ...(comment === '' ? {} : { comment }) };
  if (verdict === 'reject' || changed === text) return decision;
  const values = isStep ? { instruction: changed } : JSON.parse(changed);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new TypeError('no object');
  return { ...decision, arguments: values };
}

/** A button that is disabled would lose the focus, so it is only said to be. */
function setBusy(form, isBusy) {
  form.ariaBusy = String(isBusy);
  for (const button of form.querySelectorAll('button')) button.ariaDisabled = String(isBusy);
}
