import type { CDPSession, Page } from '@playwright/test';
import { expect, moving, test } from '../support/test.ts';
import { askAndRead, callPortico, composerOf, launcherOf, openChat } from '../support/widget.ts';

test.use(moving);

type Alive = { timers: number; observers: number; nodes: number; listeners: number };

/** Runs in the page before everything else: counts timers and observers that were started and not stopped. */
function countWhatLives(): void {
  const timers = new Set<unknown>();
  const observers = new Set<object>();
  const { setTimeout: begin, clearTimeout: end, setInterval: repeat, clearInterval: cease } = globalThis;
  const page = globalThis as unknown as Record<string, unknown>;
  page['setTimeout'] = (run: () => void, wait?: number) => {
    const id = begin(() => {
      timers.delete(id);
      run();
    }, wait);
    timers.add(id);
    return id;
  };
  page['setInterval'] = (run: () => void, wait?: number) => {
    const id = repeat(run, wait);
    timers.add(id);
    return id;
  };
  page['clearTimeout'] = (id?: number) => {
    timers.delete(id);
    end(id);
  };
  page['clearInterval'] = (id?: number) => {
    timers.delete(id);
    cease(id);
  };
  for (const { prototype } of [MutationObserver, ResizeObserver]) {
    const { observe, disconnect } = prototype as { observe: (...given: unknown[]) => void; disconnect: () => void };
    Object.assign(prototype, {
      observe(this: object, ...given: unknown[]) {
        observers.add(this);
        observe.apply(this, given);
      },
      disconnect(this: object) {
        observers.delete(this);
        disconnect.apply(this);
      },
    });
  }
  page['countAlive'] = () => ({ timers: timers.size, observers: observers.size });
}

async function measure(page: Page, client: CDPSession): Promise<Alive> {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const told = new Map(metrics.map(({ name, value }) => [name, value]));
  const counted = await page.evaluate<{ timers: number; observers: number }>('countAlive()');
  return { ...counted, nodes: told.get('Nodes') ?? Number.NaN, listeners: told.get('JSEventListeners') ?? Number.NaN };
}

/** Runs the script, opens the panel with the visitor's conversation, and shuts down, this many times. */
async function mountAndShutDown(page: Page, tag: Record<string, string>, times: number): Promise<void> {
  await page.evaluate(
    async ({ tag, times }) => {
      const next = (name: string) =>
        new Promise((resolve) => addEventListener(`portico:${name}`, resolve, { once: true }));
      const seen = async (find: () => boolean) => {
        while (!find()) await new Promise((resolve) => requestAnimationFrame(resolve));
      };
      const inside = (selector: string) =>
        [...document.querySelectorAll('div')].some(({ shadowRoot }) => shadowRoot?.querySelector(selector));
      for (let time = 0; time < times; time += 1) {
        const script = document.createElement('script');
        for (const [name, value] of Object.entries(tag)) script.setAttribute(name, value);
        const ready = next('ready');
        document.body.append(script);
        await ready;
        const { Portico } = globalThis as unknown as { Portico: (verb: string) => void };
        Portico('open');
        await seen(() => inside('textarea') && inside('.msg.assistant .md'));
        Portico('shutdown');
        script.remove();
      }
    },
    { tag, times },
  );
}

test('shutdown leaves no node, listener, timer, request or global, a hundred times over', async ({
  page,
  newChat,
  embed,
  portico,
}) => {
  test.setTimeout(180_000);
  const chat = await newChat();
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.addInitScript(countWhatLives);
  await page.goto(embed(chat, { hasStub: false }));
  await openChat(page);
  await askAndRead(page, 'Something to come back to');
  await callPortico(page, 'shutdown');
  const globals = await page.evaluate(() => Object.keys(globalThis));
  expect(globals).not.toContain('Portico');

  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const tag = { src: `${portico.url}/embed.js`, 'data-chat': chat.slug };
  await mountAndShutDown(page, tag, 5);
  const before = await measure(page, client);
  await mountAndShutDown(page, tag, 100);
  const grown = async (): Promise<Alive> => {
    const now = await measure(page, client);
    const more = (name: keyof Alive): number => Math.max(0, now[name] - before[name]);
    // Garbage of the first rounds may have been collected in between: another hundred rounds must leave nothing.
    return { timers: now.timers, observers: now.observers, nodes: more('nodes'), listeners: more('listeners') };
  };
  await expect.poll(grown).toEqual({ timers: 0, observers: 0, nodes: 0, listeners: 0 });
  expect(await page.evaluate(() => Object.keys(globalThis))).toEqual(globals);
  await expect.poll(() => open.size).toBe(0);
  expect(await chat.sessions()).toHaveLength(1);
});

test('a panel that was open is closed after a shutdown, at the next boot and on the next page', async ({
  page,
  visitChat,
}) => {
  const chat = await visitChat();
  await callPortico(page, 'shutdown');
  await callPortico(page, 'boot', { chat: chat.slug });
  await expect(launcherOf(page)).toBeVisible();
  await openChat(page);
  await callPortico(page, 'shutdown');
  // The storage decides, and not whether the panel is loaded yet.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.reload();
  await expect(launcherOf(page)).toBeVisible();
  await openChat(page);
});

test('a panel stays open if the page replaces its element, as at the next page of a site', async ({
  page,
  newChat,
  embed,
}) => {
  const { slug } = await newChat();
  await page.goto(embed(null, { main: `<portico-chat chat="${slug}"></portico-chat>` }));
  await openChat(page);
  await page.evaluate(() => {
    const element = document.querySelector('portico-chat');
    element?.replaceWith(element.cloneNode());
  });
  await expect(composerOf(page)).toBeVisible();
});
