import { sidewaysOf, signInWithKey } from '../support/console.ts';
import { expect, test } from '../support/test.ts';

for (const locale of ['de', 'ar']) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 320, height: 700 } });

    test(`large figures and the names below charts stay in their cards on a narrow screen: ${locale}`, async ({
      page,
      portico,
    }) => {
      await signInWithKey(page, portico);
      await page.route('**/api/v1/insights/summary?*', async (route) => {
        const { data, ...rest } = await (await route.fetch()).json();
        const large = { ...data.totals, conversations: 12_345_678, thumbs_up: 1_234_567, credits: 3_703_703.7 };
        const weeks = Array.from({ length: 13 }, (_, week) => new Date(Date.UTC(2026, 7, 31 + 7 * week)));
        const series = weeks.map((from) => ({ ...large, from: from.toISOString() }));
        await route.fulfill({ json: { ...rest, data: { ...data, totals: large, series } } });
      });
      await page.goto(`${portico.url}/console/improve/figures?days=90`);
      await expect(page.locator('.chart-names').first()).toBeVisible();
      const outside = await page.locator('.figure-value, .chart-names span').evaluateAll((elements) =>
        elements.flatMap((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          const { left, right, width } = text.getBoundingClientRect();
          const card = element.closest('.figure, .chart')?.getBoundingClientRect() ?? new DOMRect();
          return width === 0 || (left >= card.left && right <= card.right) ? [] : [element.textContent];
        }),
      );
      expect(outside).toEqual([]);
      expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
    });
  });
}
