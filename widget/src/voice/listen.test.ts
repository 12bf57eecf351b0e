import { afterEach, expect, test, vi } from 'vitest';
import { listen } from './listen.ts';

class Recognition extends EventTarget {
  static newest: Recognition;
  lang = '';
  continuous = false;
  interimResults = false;
  start = vi.fn<() => void>();
  abort = vi.fn<() => void>();
  stop = vi.fn<() => void>(() => this.dispatchEvent(new Event('end')));
  constructor() {
    super();
    Recognition.newest = this;
  }

  hear(...transcripts: string[]): void {
    const results = transcripts.map((transcript) => [{ transcript }]);
    this.dispatchEvent(Object.assign(new Event('result'), { results }));
  }

  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error }));
    this.dispatchEvent(new Event('end'));
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function start() {
  vi.stubGlobal('webkitSpeechRecognition', Recognition);
  const onText = vi.fn<(text: string) => void>();
  const onEnd = vi.fn<(fault: 'denied' | 'failed' | null) => void>();
  const listening = listen({ language: 'de-AT', onText, onEnd });
  return { listening, onText, onEnd, recognition: Recognition.newest };
}

test('reports the text recognised so far, in the spoken language', () => {
  const { listening, onText, onEnd, recognition } = start();
  expect(recognition).toMatchObject({ lang: 'de-AT', continuous: true, interimResults: true });
  expect(recognition.start).toHaveBeenCalledTimes(1);
  recognition.hear('Wo ist');
  recognition.hear('Wo ist', ' mein Rad');
  expect(onText.mock.calls).toEqual([['Wo ist'], ['Wo ist mein Rad']]);
  listening.stop();
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test.each([
  ['not-allowed', 'denied'],
  ['service-not-allowed', 'denied'],
  ['network', 'failed'],
  ['no-speech', null],
])('%s is reported as %s', (code, fault) => {
  const { onEnd, recognition } = start();
  recognition.fail(code);
  expect(onEnd.mock.calls).toEqual([[fault]]);
});

test('after an abort nothing is reported', () => {
  const { listening, onText, onEnd, recognition } = start();
  listening.abort();
  recognition.hear('late');
  recognition.fail('aborted');
  expect(recognition.abort).toHaveBeenCalledTimes(1);
  expect(onText).not.toHaveBeenCalled();
  expect(onEnd).not.toHaveBeenCalled();
});

test('a browser without speech recognition fails with a message', async () => {
  const onEnd = vi.fn<(fault: 'denied' | 'failed' | null) => void>();
  listen({ language: 'en', onText: () => {}, onEnd });
  await Promise.resolve();
  expect(onEnd.mock.calls).toEqual([['failed']]);
});
