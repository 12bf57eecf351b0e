// On a phone the list of pages starts closed, above the text. Without scripts it is open.
const menu = document.querySelector('.docs-menu');
if (matchMedia('(max-width: 52rem)').matches) menu.open = false;
// Wider windows have no button to open it.
matchMedia('(max-width: 52rem)').addEventListener('change', ({ matches }) => {
  menu.open = !matches;
});
