import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type Runner = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

/**
 * Waits until animations have finished, because axe judges colours as rendered; endless ones are skipped. Not by
 * `finished`: an animation inside skipped content (`content-visibility`) never finishes.
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
    // The frame after the last animation shows its final state.
    for (let late = 0; late < 2; late += performance.now() > end ? 1 : 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/**
 * The violations that axe finds on the page, including best practices, or only of the given rules; each with its first
 * element.
 */
export async function findFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await settle(page);
  // Parsing the library takes longer than most of its checks: done once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Runner };
    // Other results are not read, and collecting them takes time.
    const options = { resultTypes: ['violations'], ...(only.length > 0 ? { runOnly: [...only] } : {}) };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) =>
      `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`.trim(),
    );
  }, rules);
}
