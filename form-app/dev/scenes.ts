import { fillDemo, pdf, picker, submit } from './fill-demo.ts';
import type { Looker, Scene } from './looker.ts';

async function walkRun(looker: Looker): Promise<void> {
  const { page, look } = looker;
  await page.click(submit);
  await page.waitForSelector('.sent-reading');
  await look('2-processing');
  await page.waitForSelector('.prose .table');
  await look('3-writing');
  await page.waitForSelector('.run-actions', { timeout: 30_000 });
  await page.waitForSelector('.prose blockquote');
  await look('4-done');
  await page.fill('.ask .control', 'When must we give notice of termination?');
  await page.press('.ask .control', 'Enter');
  await page.waitForSelector('.passage');
  await look('5-asked');
  await page.fill('.ask .control', 'What will be searchable soon?');
  await page.press('.ask .control', 'Enter');
  await page.waitForSelector('.ask [role="status"]');
  await look('6-asked-early');
}

const walk = async (looker: Looker) => {
  await fillDemo(looker);
  await looker.look('1-filled');
  await walkRun(looker);
};

const looks: Scene[] = [
  { name: 'desktop', play: walk },
  { name: 'dark', isDark: true, play: walk },
  { name: 'phone', isPhone: true, play: walk },
  { name: 'phone-dark', isPhone: true, isDark: true, play: walk },
  { name: 'arabic', locale: 'ar-EG', play: walk },
  { name: 'phone-german', locale: 'de-DE', isPhone: true, width: 320, play: walk },
];

const states: Scene[] = [
  {
    name: 'empty',
    play: async ({ page, open, look }) => {
      await open('/forms/demo');
      await page.waitForSelector('.form');
      await look('first');
      await page.click(submit);
      await page.waitForSelector('.summary:focus');
      await look('nothing-written');
    },
  },
  {
    name: 'fields',
    play: async ({ page, open, look }) => {
      await open('/forms/fields?company=Acme&focus=Prices');
      await page.waitForSelector('.form');
      await page.getByLabel('Data protection').check();
      await page.waitForSelector('text=Which personal data?');
      await look('conditions');
      await page.click(submit);
      await page.waitForSelector('.summary:focus');
      await look('errors');
      await page.click('.summary a');
      await page.waitForSelector(':is(select, input, textarea):focus');
    },
  },
  {
    name: 'files',
    expects: /ERR_EMPTY_RESPONSE|ERR_CONNECTION|status of 4/,
    play: async ({ page, open, look }) => {
      await open('/forms/demo');
      const big = { ...pdf, name: 'cut big.pdf', buffer: Buffer.alloc(7_000_000, 1) };
      await page.setInputFiles(picker, [
        { ...pdf, name: 'cut small.pdf' },
        big,
        { ...pdf, name: 'stuck.pdf' },
        { ...pdf, name: 'renamed.pdf' },
        { ...pdf, name: 'busy.pdf' },
        { name: 'program.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
        { ...pdf, name: 'huge.pdf', buffer: Buffer.alloc(26_214_401) },
      ]);
      await page.waitForSelector('.file-waiting');
      await look('mixed');
      await page.locator('.file-tick').nth(2).waitFor({ timeout: 20_000 });
      await look('resumed');
      await page.reload();
      await page.waitForSelector('.file-interrupted');
      await look('reloaded');
    },
  },
  {
    name: 'limited',
    expects: /429/,
    play: async (looker) => {
      await fillDemo(looker, 'limited');
      await looker.page.click(submit);
      await looker.page.waitForSelector('.notice-wait');
      await looker.look('counting');
      await looker.page.waitForSelector('.notice-wait', { state: 'detached', timeout: 8000 });
    },
  },
  {
    name: 'failed',
    play: async (looker) => {
      await fillDemo(looker, 'fails');
      await looker.page.click(submit);
      await looker.page.waitForSelector('.run-actions', { timeout: 15_000 });
      await looker.look('end');
    },
  },
  {
    name: 'cut',
    expects: /INCOMPLETE|ERR_/,
    play: async (looker) => {
      await fillDemo(looker, 'cut-stream');
      await looker.page.click(submit);
      await looker.page.waitForSelector('.run-actions', { timeout: 60_000 });
      const text = await looker.page.innerText('.prose');
      if (!text.includes('what to ask one') || text.split('usable, but one-sided').length !== 2)
        throw new Error('the text is incomplete');
      await looker.page.reload();
      await looker.page.waitForSelector('.prose blockquote');
      await looker.look('reloaded');
    },
  },
  {
    name: 'polled',
    expects: /503/,
    play: async (looker) => {
      await fillDemo(looker, 'no-stream');
      await looker.page.click(submit);
      await looker.page.waitForSelector('text=No live connection', { timeout: 15_000 });
      await looker.look('waiting');
      await looker.page.waitForSelector('.run-actions', { timeout: 40_000 });
    },
  },
  {
    name: 'hostile',
    expects: /^$/,
    play: async (looker) => {
      const { page, open, look } = looker;
      await open('/forms/hostile');
      await page.selectOption('select', { index: 1 });
      await page.setInputFiles(picker, [{ ...pdf, name: '<img src=x onerror=alert(1)>\u202Efdp.exe.pdf' }]);
      await page.waitForSelector('.file-tick');
      await look('form');
      await page.click(submit);
      await page.waitForSelector('.run-actions', { timeout: 15_000 });
      await page.waitForSelector('.prose .table');
      await look('output');
      const left = await page.evaluate<number>(
        'document.querySelectorAll(".prose :is(script, img, iframe, form, style, svg, [onclick], [onerror], [style], [id])").length',
      );
      if (left > 0 || (await page.title()).includes('pwned')) throw new Error('markup became elements');
    },
  },
  {
    name: 'editing',
    play: async (looker) => {
      const { page, look } = looker;
      await fillDemo(looker);
      await page.click(submit);
      await page.waitForSelector('.tools', { timeout: 30_000 });
      await page.click('.tools >> text=Download');
      await look('menu');
      await page.keyboard.press('Escape');
      await page.click('.tools >> text=Copy');
      await page.click('text=As plain text');
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      if (!copied.includes('1. Write to them before 1 March')) throw new Error(`copied: ${copied}`);
      await page.click('.tools >> text=Edit');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('# My own words');
      await look('editor');
      await page.click('text=Done');
      await page.waitForSelector('.prose h3 >> text=My own words');
      await look('edited');
      await page.click('text=Run again');
      await page.waitForSelector('.now');
    },
  },
  ...[
    { name: 'refused', locale: 'en-US' },
    { name: 'refused-arabic-phone', locale: 'ar-EG', isPhone: true },
    { name: 'refused-dark', isDark: true, locale: 'de-DE' },
  ].map((scene): Scene => ({
    ...scene,
    expects: /status of 4/,
    play: async ({ page, open, look }) => {
      await open('/forms/demo');
      const programs = Array.from({ length: 8 }, (_, at) => ({ ...pdf, name: `renamed ${at + 1}.pdf` }));
      // A picture only by its name: no browser can show it.
      const picture = { name: 'renamed holiday.png', mimeType: 'image/png', buffer: Buffer.from('MZ program') };
      await page.setInputFiles(picker, [...programs, picture]);
      await page.locator('.file-refused').nth(8).waitFor();
      await look('files');
      await page.click('.files-clear');
      await page.waitForSelector('.file', { state: 'detached' });
    },
  })),
  ...['en-US', 'ja-JP', 'he-IL'].map((locale): Scene => ({
    name: `capped-${locale}`,
    locale,
    isPhone: true,
    expects: /status of 429/,
    play: async ({ page, open, look }) => {
      await open('/forms/capped');
      await page.fill('#f-message', 'Hello');
      await page.click(submit);
      await page.waitForSelector('.notice-wait');
      await look('clock');
    },
  })),
  {
    name: 'contrast',
    play: async (looker) => {
      await looker.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
      await fillDemo(looker);
      await looker.shoot('form');
      await looker.page.click(submit);
      await looker.page.waitForSelector('.sent-reading');
      await looker.shoot('processing');
      await looker.page.waitForSelector('.run-actions', { timeout: 30_000 });
      await looker.shoot('done');
    },
  },
  {
    name: 'paper',
    isDark: true,
    play: async (looker) => {
      const { page } = looker;
      await fillDemo(looker);
      await page.click(submit);
      await page.waitForSelector('.run-actions', { timeout: 30_000 });
      await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
      await looker.shoot('printed');
      if ((await page.locator('button:visible').count()) > 0) throw new Error('a button is printed');
    },
  },
  {
    name: 'missing',
    expects: /404/,
    play: async ({ page, open, look }) => {
      await open('/forms/unknown');
      await page.waitForSelector('.problem');
      await look('form');
      await open('/forms/demo/s/sub_unknown');
      await page.waitForSelector('.problem');
      await look('run');
    },
  },
  {
    name: 'embedded',
    play: async ({ page, open, look }) => {
      await open('/host?form=/forms/fields');
      await page.frameLocator('iframe').locator('#f-message').waitFor();
      const value = await page.frameLocator('iframe').locator('#f-inputs\\.company').inputValue();
      if (value !== 'Acme') throw new Error('the host prefilled nothing');
      await look('host');
    },
  },
  ...['minimal', 'colour', 'aurora', 'dunes', 'meadow', 'paper', 'tide'].map((slug): Scene => ({
    name: slug,
    height: 700,
    play: async ({ page, open, look }) => {
      await open(`/forms/${slug}`);
      await page.waitForSelector('.form');
      await look('form');
    },
  })),
  ...['es', 'fr', 'pt', 'he', 'zh', 'ja'].map((locale): Scene => ({
    name: `in-${locale}`,
    locale,
    isPhone: true,
    play: async ({ page, open, look }) => {
      await open('/forms/fields');
      await page.waitForSelector('.form');
      await page.click(submit);
      await look('errors');
    },
  })),
];

/** Every state of the page, and its main path in every theme. */
export const scenes: readonly Scene[] = [...looks, ...states];
