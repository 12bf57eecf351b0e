import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
type Runner = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

/** What axe finds on the page, best practices included, or by the named rules alone; each with its first place. */
export async function findFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Runner };
    const options = only.length > 0 ? { runOnly: [...only] } : {};
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) =>
      `${id}: ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`.trim(),
    );
  }, rules);
}
