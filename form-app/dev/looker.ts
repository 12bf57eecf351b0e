import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';

export interface Scene {
  name: string;
  width?: number;
  height?: number;
  isDark?: boolean;
  isPhone?: boolean;
  locale?: string;
  /** Console errors that belong to the scene, such as a refused request. */
  expects?: RegExp;
  play(looker: Looker): Promise<void>;
}

/** A page in a scene, which can be operated, captured and checked. */
export interface Looker {
  page: Page;
  open(path: string): Promise<void>;
  /** Takes a screenshot and checks the page with axe. */
  look(name: string): Promise<void>;
  shoot(name: string): Promise<void>;
  /** Closes the page and reports all faults. */
  close(): Promise<string[]>;
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

export async function openLooker(browser: Browser, origin: string, scene: Scene, folder: string): Promise<Looker> {
  const width = scene.width ?? (scene.isPhone === true ? 390 : 1280);
  const context = await browser.newContext({
    viewport: { width, height: scene.height ?? (scene.isPhone === true ? 844 : 900) },
    colorScheme: scene.isDark === true ? 'dark' : 'light',
    locale: scene.locale ?? 'en-US',
    hasTouch: scene.isPhone === true,
    isMobile: scene.isPhone === true,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const tell = (text: string) => faults.push(`${scene.name}: ${text}`);
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && scene.expects?.test(text) !== true) tell(`console: ${text}`);
  });
  page.on('pageerror', (error) => tell(`threw: ${String(error)}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) tell(`asked ${url.href}`);
  });
  const shoot = async (name: string) => {
    await page.screenshot({ path: join(folder, `${scene.name}-${name}.png`), fullPage: true });
  };
  return {
    page,
    open: async (path) => {
      await page.goto(origin + path);
    },
    shoot,
    look: async (name) => {
      await page.waitForTimeout(120);
      await shoot(name);
      // Evaluated by the debugger and not by a script element, so the page's policy stays as it is.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
      for (const { id, help, nodes } of violations)
        tell(`${name}: ${id}: ${help}: ${nodes[0]?.html.slice(0, 160) ?? ''} (${nodes.length})`);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > width) tell(`${name}: ${wide - width} px wider than the window`);
    },
    close: async () => {
      await context.close();
      return faults;
    },
  };
}
