import { expect, test } from 'vitest';
import { optimizedEngine } from './optimized-engine.ts';

// Without it the tests pass too, but take longer.
test.runIf(process.env['PORTICO_TEST_ALL'] !== undefined && process.env['TEST_DATABASE_URL'] === undefined)(
  'a run of all tests has optimized the database, in a form that this version of V8 accepts',
  async () => {
    expect(await optimizedEngine()).toBeDefined();
  },
);
