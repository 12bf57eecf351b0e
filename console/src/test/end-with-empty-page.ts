import { cleanup } from '@testing-library/preact';
import { afterAll } from 'vitest';

// Files share a process: what one leaves in the page, a test of another would find. And a dialog of Radix returns the
// focus in a timer after it is removed, which needs the document of its file.
afterAll(async () => {
  cleanup();
  await new Promise((resolve) => void setTimeout(resolve));
});
