import type { Page } from '@playwright/test';

/**
 * Sums up layout shifts from now on, including those right after the visitor's last key or click (Layout Instability,
 * section 4.2).
 */
export async function watchJumps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { jumps: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.jumps += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: false });
    Object.assign(globalThis, { seen });
  });
  // An entry comes with the frame after its shift.
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return (globalThis as unknown as { seen: { jumps: number } }).seen.jumps;
    });
}
