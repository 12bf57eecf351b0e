import type { Page, Route } from '@playwright/test';
import { answering, makeForm } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

const titleOf = (page: Page) => page.frameLocator('iframe').getByRole('heading', { level: 1 });

/** A page of another site with the form in a frame that has no origin. */
const writePage = (slug: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A site</title></head><body>
<iframe sandbox="allow-scripts" src="{{PORTICO}}/forms/${slug}"></iframe>
</body></html>`;

test('a form that a sandboxed frame may not use is not available there', async ({ page, portico, hostPages }) => {
  const allowed = { allowed_origins: [new URL(hostPages.url('')).origin] };
  const { slug } = await makeForm(portico, answering('Done.'), allowed);
  await page.goto(hostPages.add('sandbox-refused.html', writePage(slug)));
  await expect(titleOf(page)).toHaveText('This form isn’t available');
});

test('a form in a sandboxed frame whose server has a fault can be tried again', async ({
  page,
  portico,
  hostPages,
}) => {
  const { slug } = await makeForm(portico, answering('Done.'));
  const host = hostPages.add('sandbox-fault.html', writePage(slug));
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const faults: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort(),
    // Those of a proxy, and of the server itself.
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
    (route) =>
      route.request().method() === 'HEAD'
        ? route.fallback()
        : route.fulfill({ status: 503, headers, json: { error: { code: 'service_unavailable' } } }),
  ];
  let fault = faults[0];
  await page.route(/\/form-interfaces\/|\/openapi\.json$/, (route) =>
    fault === undefined ? route.fallback() : fault(route),
  );
  for (fault of faults) {
    await page.goto(host);
    await expect(titleOf(page)).toHaveText('We can’t reach the server');
  }
  fault = undefined;
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Try again' }).click();
  await expect(frame.getByRole('button', { name: 'Submit' })).toBeVisible();
});
