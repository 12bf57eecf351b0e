const known = new Set(['en', 'de', 'es', 'fr', 'pt', 'ar', 'he', 'zh', 'ja']);
const rightToLeft = new Set(['ar', 'he']);

/** The texts of the first language that the reader wants and there is, as the widget and the forms have them. */
export async function loadTexts() {
  const language = chooseLanguage(navigator.languages);
  const { texts } = await import(`./persona-texts/${language}.js`);
  return { language, texts };
}

function chooseLanguage(wishes) {
  for (const wish of wishes) {
    const [language] = wish.toLowerCase().split('-');
    // Browsers may still say `iw` for Hebrew, its code until 1989.
    const name = language === 'iw' ? 'he' : language;
    if (known.has(name)) return name;
  }
  return 'en';
}

/** Puts the page's fixed texts into the reader's language. */
export function translate(root, texts) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];
}

export function setDirection(language) {
  document.documentElement.lang = language;
  document.documentElement.dir = rightToLeft.has(language) ? 'rtl' : 'ltr';
}

/** A text with its `{places}` filled. */
export function fill(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
