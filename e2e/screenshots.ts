import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect, type Page } from '@playwright/test';
import { signUpOwner } from './support/console.ts';
import { filmFirstRun } from './support/film-first-run.ts';
import { fillHarbour, type Harbour } from './support/fill-harbour.ts';
import { findChromium } from './support/find-chromium.ts';
import { startServer } from './support/server.ts';

/**
 * Takes the screenshots of the docs from the real screens: `npm run screenshots`. Other variants go to a separate
 * folder: `npm run screenshots -- --to /tmp/shots --dark --language ar --width 390`.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(import.meta.dirname, '../docs/images') },
    dark: { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
    width: { type: 'string', default: '1280' },
    only: { type: 'string' },
  },
});

const isWanted = (name: string): boolean => values.only === undefined || values.only.split(',').includes(name);

const screens: Record<string, (harbour: Harbour) => string> = {
  home: () => '',
  conversations: ({ conversation }) => `conversations/${conversation}`,
  improve: () => 'improve',
  'improve-question': ({ question }) => `improve/questions/${question}`,
  'improve-figures': () => 'improve/figures',
  'improve-usage': () => 'improve/usage',
  agent: ({ agent }) => `agents/${agent}`,
  'agent-versions': ({ agent }) => `agents/${agent}/versions`,
  knowledge: ({ base }) => `knowledge/${base}`,
  document: ({ base, document }) => `knowledge/${base}/documents/${document}`,
  source: ({ base, source }) => `knowledge/${base}/sources/${source}`,
  'source-changes': ({ base, source }) => `knowledge/${base}/sources/${source}/changes`,
  chat: ({ chat }) => `chat/${chat}`,
  'chat-words': ({ chat }) => `chat/${chat}/words`,
  'chat-people': ({ chat }) => `chat/${chat}/people`,
  'chat-install': ({ chat }) => `chat/${chat}/install`,
  forms: ({ form }) => `forms/${form}`,
  'form-install': ({ form }) => `forms/${form}/install`,
  workflow: ({ workflow }) => `workflows/${workflow}`,
  'workflow-run': ({ workflow, waiting }) => `workflows/${workflow}/runs/${waiting}`,
  execution: ({ failed }) => `executions/${failed}`,
  executions: () => 'executions',
  tasks: () => 'personas',
  task: ({ task }) => `personas/tasks/${task}`,
  settings: () => 'settings',
  workspace: () => 'settings/workspace',
  connections: () => 'settings/connections',
  'saved-replies': () => 'settings/saved-replies',
  'visitor-data': () => 'settings/visitors',
};

const browser = await chromium.launch({ ...(await findChromium()), args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(values.to, { recursive: true });
  if (isWanted('first-run')) {
    const film = await filmFirstRun(browser, join(values.to, 'first-run.webp'));
    process.stdout.write(`first-run: ${film}\n`);
  }
  if (Object.keys(screens).some(isWanted)) await photographConsole();
} finally {
  await browser.close();
}

async function photographConsole(): Promise<void> {
  const server = await startServer({ OUTBOUND_ALLOW: '127.0.0.1/32', DEFAULT_MODEL: 'portico-extractive' });
  try {
    const harbour = await fillHarbour(server);
    const width = Number(values.width);
    const context = await browser.newContext({
      baseURL: server.url,
      locale: values.language,
      colorScheme: values.dark ? 'dark' : 'light',
      viewport: { width, height: width < 700 ? 844 : 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signUpOwner(page, server, 'mara@harbour.example');
    for (const [name, addressOf] of Object.entries(screens)) {
      if (!isWanted(name)) continue;
      await page.goto(`/console/${addressOf(harbour)}`);
      await settle(page);
      await page.screenshot({ path: join(values.to, `console-${name}.png`) });
      process.stdout.write(`${name}\n`);
    }
    await harbour.stop();
  } finally {
    await server.stop();
  }
}

/** Waits until everything is loaded: data, images, and the widget in its preview. */
async function settle(page: Page): Promise<void> {
  // An open panel hides the page behind it from the accessibility tree.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
}
