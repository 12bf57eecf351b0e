import type { FrameLocator, Page } from '@playwright/test';

/** Of a form that is embedded in these pages. */
export const fields = [
  { name: 'boat', label: 'Name of the boat', type: 'text' },
  { name: 'basin', label: 'Basin', type: 'select', options: ['North', 'Marina'] },
];

export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');
/** What the page has heard of the form. */
export const heard = (page: Page): Promise<unknown> => page.evaluate('heard');

/** A page of another site; the form's messages to its script are in `heard`. */
export const writePage = (inside: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A site</title>${head}</head><body>
<main><h1>Our moorings</h1><div id="form"></div></main>
<script nonce="host">
window.heard = [];
for (const name of ['ready', 'submitted', 'completed', 'error'])
  addEventListener('portico:' + name, ({ detail }) => heard.push(name + (detail.error ? ' ' + detail.error.code : '')));
</script>
${inside}
</body></html>`;
