import { onTestFinished } from 'vitest';
import { type Api, createApi } from '../api/api.ts';

/** The client of the API for a part of the console that a test renders; it is closed when the test has finished. */
export function openApi(): Api {
  const api = createApi({ workspace: () => null, onSignedOut: () => {} });
  onTestFinished(() => api.close());
  return api;
}
