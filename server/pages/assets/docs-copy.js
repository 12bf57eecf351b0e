import { copyText } from './copy-text.js';

const shownMs = 2_000;
const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
document.body.append(status);

// Added by the script, because without scripts it could do nothing.
for (const block of document.querySelectorAll('.prose pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.title = 'Copy';
  button.setAttribute('aria-label', 'Copy code');
  let timer;
  const copy = async () => {
    const isCopied = await copyText(block.textContent.replace(/\n$/, ''));
    if (!isCopied) getSelection().selectAllChildren(block);
    status.textContent = isCopied ? 'Copied' : 'Selected. Copy it with Ctrl+C or ⌘C.';
    button.dataset.state = isCopied ? 'copied' : 'selected';
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Emptied, so that the next copy is announced too.
      status.textContent = '';
      delete button.dataset.state;
    }, shownMs);
  };
  button.addEventListener('click', () => void copy());
  const frame = document.createElement('div');
  frame.className = 'code-block';
  block.replaceWith(frame);
  frame.append(block, button);
}
