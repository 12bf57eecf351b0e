import type { Page } from '@playwright/test';

/** Freezes the tab as a browser does to save the laptop, while something happens elsewhere. */
export async function sleepThrough(page: Page, happening: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setWebLifecycleState', { state: 'frozen' });
  await happening();
  await client.send('Page.setWebLifecycleState', { state: 'active' });
}
