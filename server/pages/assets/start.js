import { copyText } from './copy-text.js';

for (const button of document.querySelectorAll('[data-open-chat]')) {
  button.addEventListener('click', () => window.Portico('open'));
}

for (const button of document.querySelectorAll('[data-ask]')) {
  button.addEventListener('click', () => {
    window.Portico('open');
    window.Portico('send', button.textContent);
  });
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => {
    void copy(button);
  });
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  const isCopied = await copyText(source.textContent);
  if (!isCopied) getSelection().selectAllChildren(source);
  button.textContent = isCopied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}
