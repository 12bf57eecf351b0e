import type { Page } from '@playwright/test';

/** Collects what should never happen on a page: uncaught errors, and what the browser reports, such as of its policy. */
export function watchFaults(page: Page, types: readonly string[] = ['error']): string[] {
  const faults = watchErrors(page);
  page.on('console', (message) => {
    if (types.includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** Collects the uncaught errors of a page, and the rejections that nothing handles. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  return errors;
}
