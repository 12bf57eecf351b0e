// Shows the results of the search below its field while one types. They are those of the page /docs/search, which the
// form opens without scripts, or with Enter.
const typingMs = 150;
const form = document.querySelector('.docs-search');
const field = form.querySelector('input');
const panel = document.createElement('div');
panel.className = 'found';
panel.hidden = true;
const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
form.append(panel, status);

let timer;
let request = new AbortController();

field.addEventListener('input', (event) => {
  if (!event.isComposing) searchSoon();
});
field.addEventListener('compositionend', searchSoon);
field.addEventListener('focus', () => {
  if (panel.hidden && field.value.trim() !== '' && panel.childElementCount > 0) show();
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (!form.contains(target)) close();
});
// A heading of this page may be the result.
panel.addEventListener('click', ({ target }) => {
  if (target.closest('a') !== null) close();
});
form.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
  if (event.key === 'Escape' && !panel.hidden) {
    // Otherwise the browser empties the field as well.
    event.preventDefault();
    field.focus();
    close();
  }
  if (event.key === 'ArrowDown') move(event, 1);
  if (event.key === 'ArrowUp') move(event, -1);
});
// The same keys as in the console. A letter alone would be typed by people who dictate.
field.setAttribute('aria-keyshortcuts', 'Control+K Meta+K');
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});

function searchSoon() {
  clearTimeout(timer);
  request.abort();
  if (field.value.trim() === '') {
    panel.replaceChildren();
    close();
    return;
  }
  timer = setTimeout(() => void search(), typingMs);
}

async function search() {
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch(`/docs/search?q=${encodeURIComponent(field.value)}`, { signal });
    // A page without results says that there were too many searches.
    if (!response.ok && response.status !== 429) throw new Error(`status ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const count = page.querySelector('.found-count');
    const list = page.querySelector('.found-list');
    // The panel's text is announced by `status`, which was in the page before.
    count.removeAttribute('role');
    panel.replaceChildren(count, ...(list === null ? [] : [list]));
    status.textContent =
      list === null ? count.textContent : `${count.textContent}. Press the down arrow to reach them.`;
    if (form.contains(document.activeElement)) show();
  } catch {
    if (signal.aborted) return;
    const failed = document.createElement('p');
    failed.textContent = 'The search can’t be reached. Try again.';
    panel.replaceChildren(failed);
    status.textContent = failed.textContent;
    show();
  }
}

function move(event, by) {
  const links = [...panel.querySelectorAll('a')];
  if (panel.hidden || links.length === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + by;
  if (next < 0) field.focus();
  else links[Math.min(next, links.length - 1)].focus();
}

function show() {
  panel.hidden = false;
}

function close() {
  panel.hidden = true;
  status.textContent = '';
}
