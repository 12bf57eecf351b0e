import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type Runner = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

/**
 * Waits until what fades in or moves has arrived, because axe judges colours as they are drawn; what turns for ever is left.
 * Not by `finished`: an animation inside of what the browser skips (`content-visibility`) never finishes.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const left = [document, ...shadows]
      .flatMap((root) => root.getAnimations())
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .map(({ effect, currentTime }) => Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0))
      .filter((milliseconds) => milliseconds > 0 && milliseconds < Infinity);
    if (left.length === 0) return;
    const end = performance.now() + Math.max(...left);
    // The frame after the one in which the last of them ended shows where it ended.
    for (let late = 0; late < 2; late += performance.now() > end ? 1 : 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** What axe finds on the page, best practices included, or by the named rules alone; each with its first place. */
export async function findFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await settle(page);
  // Parsing the library takes longer than most of its checks: once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Runner };
    // Nothing else is read of the results, and gathering them takes time.
    const options = { resultTypes: ['violations'], ...(only.length > 0 ? { runOnly: [...only] } : {}) };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) =>
      `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`.trim(),
    );
  }, rules);
}
