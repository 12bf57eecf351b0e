import { onTestFinished } from 'vitest';
import { type Api, createApi } from '../api/api.ts';

/** The client of the API for a part of the console that a test renders; it is closed when the test has finished. */
export function openApi(workspace: string | null = null): Api {
  const api = createApi({ workspace: () => workspace, onSignedOut: () => {} });
  onTestFinished(() => api.close());
  return api;
}
