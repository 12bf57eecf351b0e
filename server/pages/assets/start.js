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
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}
