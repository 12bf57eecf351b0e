import type { Page } from '@playwright/test';
import { Liquid } from 'liquidjs';
import { signInWithKey } from '../support/console.ts';
import { readExamples } from '../support/guide-examples.ts';
import type { TestChat } from '../support/chat-interfaces.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { askAndRead, launcherOf, openChat } from '../support/widget.ts';

/** The snippet of a section of docs/install-on-a-site.md, found by its text, for this server and chat. */
function readSnippet(portico: { url: string }, { slug }: TestChat, words: string, language = 'html'): string {
  const names = { 'https://portico.example.com': portico.url, support: slug };
  const found = readExamples('install-on-a-site', names).find(
    (example) => example.language === language && example.text.includes(words),
  );
  if (found === undefined) throw new Error(`the guide has no ${language} with ${words}`);
  return found.text;
}

async function chatOn(page: Page, address: string): Promise<void> {
  const faults = watchFaults(page);
  await page.goto(address);
  await openChat(page);
  await askAndRead(page, 'Hello');
  expect(faults).toEqual([]);
}

const writePage = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title></head><body><h1>Site</h1>${body}</body></html>`;

test('a page of plain HTML', async ({ page, portico, newChat, hostPages }) => {
  const snippet = readSnippet(portico, await newChat(), '<script async');
  await chatOn(page, hostPages.add('plain.html', writePage(snippet)));
});

test('Google Tag Manager: a Custom HTML tag, inserted as its container does', async ({
  page,
  portico,
  newChat,
  hostPages,
}) => {
  const tag = readSnippet(portico, await newChat(), "Portico('boot'");
  const faults = watchFaults(page);
  await page.goto(hostPages.add('tag-manager.html', writePage('')));
  await expect(launcherOf(page)).toHaveCount(0);
  await insertAsContainer(page, tag);
  await openChat(page);
  await askAndRead(page, 'Hello');
  expect(faults).toEqual([]);
});

test('Google Tag Manager: the tag that the console shows', async ({ page, portico, newChat, hostPages }) => {
  const { id } = await newChat();
  await signInWithKey(page, portico);
  await page.goto(`${portico.url}/console/chat/${id}/install`);
  await page.getByText('Tag Manager', { exact: true }).click();
  const tag = await page.locator('.snippet pre').innerText();
  await page.goto(hostPages.add('tag-of-console.html', writePage('')));
  await insertAsContainer(page, tag);
  await openChat(page);
  await askAndRead(page, 'Hello');
});

/** Inserts a Custom HTML tag as Google Tag Manager does. */
async function insertAsContainer(page: Page, tag: string): Promise<void> {
  await page.evaluate(async (html) => {
    const holder = document.createElement('div');
    holder.innerHTML = html;
    // The container creates each script again, with its text and address only, and waits for one with an address.
    // A copy, because nodes are moved out.
    const nodes = Array.from(holder.childNodes);
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) {
        document.body.append(node);
        continue;
      }
      const script = document.createElement('script');
      script.async = false;
      script.type = 'text/javascript';
      script.text = node.text;
      const address = node.getAttribute('src');
      if (address === null) {
        document.body.append(script);
        continue;
      }
      const loaded = new Promise((resolve, reject) => {
        script.addEventListener('load', resolve);
        script.addEventListener('error', reject);
      });
      script.src = address;
      document.body.append(script);
      await loaded;
    }
  }, tag);
}

test('Shopify: the layout of a theme', async ({ page, portico, newChat, hostPages }) => {
  const snippet = readSnippet(portico, await newChat(), '<script async', 'liquid');
  const theme = `<!doctype html>
<html lang="{{ request.locale.iso_code }}">
  <head>
    <meta charset="utf-8">
    <title>{{ page_title }}{% if shop.name != page_title %} – {{ shop.name }}{% endif %}</title>
    {{ content_for_header }}
  </head>
  <body class="template-{{ template | handleize }}">
    <main id="MainContent" role="main">{{ content_for_layout }}</main>
    ${snippet}
  </body>
</html>`;
  const liquid = new Liquid();
  liquid.registerFilter('handleize', (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
  const html: unknown = await liquid.parseAndRender(theme, {
    request: { locale: { iso_code: 'en' } },
    page_title: 'Bicycles',
    shop: { name: 'Northwind' },
    template: 'collection',
    content_for_header: '<script>window.Shopify = window.Shopify || {};</script>',
    content_for_layout: '<h1>Bicycles</h1>',
  });
  await chatOn(page, hostPages.add('shop.html', String(html)));
  await expect(page).toHaveTitle('Bicycles – Northwind');
});

test('Webflow: the footer code of an exported page', async ({ page, portico, newChat, hostPages }) => {
  const snippet = readSnippet(portico, await newChat(), '<!-- Portico -->');
  hostPages.add('webflow.js', 'window.Webflow = window.Webflow || []; Webflow.push(() => {});', {
    'Content-Type': 'text/javascript',
  });
  const exported = `<!DOCTYPE html><html data-wf-page="65f0" data-wf-site="65f1" lang="en"><head><meta charset="utf-8">
<title>Site</title><meta content="width=device-width, initial-scale=1" name="viewport"><meta content="Webflow" name="generator">
<style>* { box-sizing: border-box } button { all: unset } img { max-width: 100% }</style>
<script type="text/javascript">!function(o,c){var n=c.documentElement,t=" w-mod-";n.className+=t+"js"}(window,document);</script>
</head><body class="body"><div class="w-container"><h1>Site</h1></div>
<script src="webflow.js" type="text/javascript"></script>
${snippet}</body></html>`;
  await chatOn(page, hostPages.add('webflow.html', exported));
  await expect(page.locator('html')).toHaveClass(/w-mod-js/);
});
