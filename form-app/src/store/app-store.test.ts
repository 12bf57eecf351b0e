import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFormClient } from '../transport/form-client.ts';
import { createAppStore } from './app-store.ts';
import { emptyDraft } from './form/draft.ts';
import { openDrawer } from './storage.ts';

const submission: FormSubmission = {
  id: 'sub_1',
  interfaceId: 'fmi_1',
  message: '',
  files: [],
  urls: [],
  output: null,
  executionId: null,
  executionStatus: 'submitted',
  submittedAt: '2026-01-01T00:00:00.000Z',
};
const sent = openDrawer('session', 'sent:');
const open = openDrawer('session', 'open:');
const load = (isEmbedded: boolean) => {
  history.replaceState(null, '', '/forms/demo');
  return createAppStore('demo', createFormClient('demo'), { sent, open: isEmbedded ? open : undefined });
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
});

test('a framed form shows its run again after a reload, until the visitor returns to the form', () => {
  const first = load(true);
  first.getState().openRun(submission, { draft: emptyDraft(), request: {} });
  expect(first.getState().wayBack).toBe('tab');
  const reloaded = load(true);
  expect(reloaded.getState()).toMatchObject({ submissionId: 'sub_1', wayBack: 'tab' });
  reloaded.getState().openForm(null);
  expect(load(true).getState().submissionId).toBeNull();
});

test('a separate page has the run in its address and stores none', () => {
  const first = load(false);
  first.getState().openRun(submission, { draft: emptyDraft(), request: {} });
  expect(first.getState().wayBack).toBe('address');
  expect(load(false).getState().submissionId).toBeNull();
});

test('without storage, only the link is offered', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const store = load(true);
  store.getState().openRun(submission, { draft: emptyDraft(), request: {} });
  expect(store.getState().wayBack).toBe('link');
  vi.unstubAllGlobals();
});

test('Back and Forward visit another page, and a change after the # of the address does not', () => {
  const store = load(false);
  history.replaceState(null, '', '/forms/demo#preview=another');
  store.getState().followAddress();
  expect(store.getState()).toMatchObject({ submissionId: null, visit: 0 });
  store.getState().openRun(submission, { draft: emptyDraft(), request: {} });
  history.replaceState(null, '', '/forms/demo');
  store.getState().followAddress();
  expect(store.getState()).toMatchObject({ submissionId: null, leftRun: 'sub_1', visit: 2 });
  history.replaceState(null, '', '/forms/demo/s/sub_1');
  store.getState().followAddress();
  expect(store.getState()).toMatchObject({ submissionId: 'sub_1', leftRun: null, visit: 3 });
});
