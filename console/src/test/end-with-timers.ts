import { afterAll } from 'vitest';

// A dialog of Radix returns the focus in a timer after it is removed, which needs the document of its file.
afterAll(async () => new Promise((resolve) => void setTimeout(resolve)));
