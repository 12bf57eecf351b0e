import type { PlaywrightTestOptions } from '@playwright/test';

type Options = Pick<PlaywrightTestOptions, 'colorScheme' | 'locale' | 'viewport'>;

/** The two most different looks of the console: `test.use(look.use)` in a group of their own. */
export const looks: readonly { readonly name: string; readonly use: Options }[] = [
  { name: 'light, English', use: { colorScheme: 'light', locale: 'en', viewport: { width: 1280, height: 844 } } },
  {
    name: 'dark, Arabic, on a phone',
    use: { colorScheme: 'dark', locale: 'ar', viewport: { width: 390, height: 844 } },
  },
];
