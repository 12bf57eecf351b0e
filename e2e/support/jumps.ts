import type { Page } from '@playwright/test';

/**
 * Sums up layout shifts, including those right after the visitor's last key or click (Layout Instability, section 4.2).
 * Those before this call count only if they are `buffered`.
 */
export async function watchJumps(page: Page, { buffered = false } = {}): Promise<() => Promise<number>> {
  await page.evaluate((isBuffered) => {
    const seen = { jumps: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.jumps += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: isBuffered });
    Object.assign(globalThis, { seen });
  }, buffered);
  // An entry comes with the frame after its shift.
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return (globalThis as unknown as { seen: { jumps: number } }).seen.jumps;
    });
}
