import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { cleanup } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import type { ConsoleLanguage } from '../../../text/texts.ts';
import { LanguageContext, type LanguageChoice } from '../../../text/use-texts.ts';
import { Checks } from './checks.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const message = 'Set daily_credits to limit it.';
const checks: InterfaceCheck[] = [
  { name: 'agent', ok: true, reason: 'agent_active', values: { agent: 'Guide' }, message },
  {
    name: 'knowledge',
    ok: true,
    reason: 'documents_ready',
    values: { ready: 2, in_progress: 0, failed: 1 },
    message,
  },
  { name: 'caps', ok: true, reason: 'caps_none', values: {}, message },
  { name: 'origins', ok: true, reason: 'origins_any', values: {}, message },
  {
    name: 'domains',
    ok: false,
    reason: 'domains_unverified',
    values: { unverified: 1, total: 3 },
    message,
    items: [
      {
        name: 'chat.example.com',
        ok: false,
        reason: 'record_missing',
        values: { record: '_portico.chat.example.com', value: 'tok_1' },
        message,
      },
    ],
  },
  { name: 'sites', ok: true, reason: 'sites_seen', values: { host: 'shop.example', more: 2 }, message, items: [] },
  { name: 'mail', ok: false, reason: 'mail_retried', values: { retried: 2 }, message },
];

const setLanguage = () => {};
const choices: Record<ConsoleLanguage, LanguageChoice> = {
  en: { language: 'en', setLanguage },
  de: { language: 'de', setLanguage },
  ar: { language: 'ar', setLanguage },
};

function textIn(language: ConsoleLanguage, shown = checks): string {
  startApiDouble({});
  const { container } = renderInConsole(
    <LanguageContext.Provider value={choices[language]}>
      <Checks checks={shown} chatId="chi_1" agentId="agt_1" />
    </LanguageContext.Provider>,
  );
  return container.textContent ?? '';
}

test.each([
  [
    'en',
    [
      'Guide answers.',
      '2 documents are ready, 1 failed.',
      'No daily limit is set',
      'Any site may embed the chat.',
      '1 of 3 domains is not verified yet.',
      'The record was not found. Add this DNS record:',
      'shop.example and 2 more',
      'The mail server has not accepted 2 e-mails',
    ],
  ],
  [
    'de',
    [
      'Guide antwortet.',
      '2 Dokumente sind bereit, 1 fehlgeschlagen.',
      'Keine Tagesgrenze ist gesetzt',
      'Jede Website darf den Chat einbetten.',
      '1 von 3 Domains ist noch nicht bestätigt.',
      'Der Eintrag wurde nicht gefunden. Füge diesen DNS-Eintrag hinzu:',
      'shop.example und auf 2 weiteren',
      'Der Mailserver hat 2 E-Mails nicht angenommen',
    ],
  ],
  [
    'ar',
    [
      'Guide يجيب.',
      'مستندان جاهزان، 1 فشل.',
      'لم يُضبط حد يومي',
      'يمكن لأي موقع تضمين الدردشة.',
      'لم يُثبت بعد 1 من 3 من النطاقات.',
      'لم يُعثر على السجل. أضف سجل DNS هذا:',
      'وعددها 2',
    ],
  ],
] as const)('the checks are stated in %s with their numbers and names', (language, sentences) => {
  const text = textIn(language);
  for (const sentence of sentences) expect(text).toContain(sentence);
  expect(text).toContain('_portico.chat.example.com TXT tok_1');
  expect(text).not.toContain('daily_credits');
});

test('reached limits have the names of their fields', () => {
  const [, , caps] = checks;
  if (caps === undefined) throw new Error('no caps');
  const values = { messages: 50, credits: 2.5 };
  expect(textIn('en', [{ ...caps, ok: false, reason: 'caps_reached', values }])).toContain(
    'Today’s limit is reached (Messages a day: 50, Credits a day: 2.5): visitors get no answers until midnight UTC.',
  );
});
