import type { ApiKey } from '@portico/shared-types/api/api-keys';
import type { SavedReply } from '@portico/shared-types/api/conversations';
import type { Member } from '@portico/shared-types/api/people';
import type { Trigger } from '@portico/shared-types/api/triggers';
import type { Webhook } from '@portico/shared-types/api/webhooks';
import type { ComponentType } from 'preact';
import type { ScreenPart, Things } from '../../app/screen.ts';

/** A part of the settings: an address below /settings, and a tab. */
interface SettingsPart extends ScreenPart {
  /** Addresses below its own are the part's. */
  readonly hasItems?: true;
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Few are shown at once, and only for a search, because people rarely look for a part's items. */
function searchIn(key: string, entryOf: NonNullable<Things['entryOf']>): Things {
  return { key, endpoint: `/api/v1/${key}`, parameter: 'search', minLetters: 2, max: 5, entryOf };
}

/** The address of a list that shows the items with a text. */
const found = (list: string, text: string): string => `/settings/${list}?${new URLSearchParams({ search: text })}`;

/** The parts of the settings, in the order of their tabs. To add one, create a folder and an entry here. */
export const parts: readonly SettingsPart[] = [
  {
    path: '/settings',
    title: ['Account', 'Konto', 'الحساب'],
    load: async () => import('./account/account-part.tsx'),
  },
  {
    path: '/settings/workspace',
    title: ['Workspace', 'Arbeitsbereich', 'مساحة العمل'],
    load: async () => import('./workspace/workspace-part.tsx'),
  },
  {
    path: '/settings/members',
    title: ['Members', 'Mitglieder', 'الأعضاء'],
    scope: 'members:read',
    things: searchIn('members', ({ user: { name, email } }: Member) => ({
      name,
      note: email,
      path: found('members', email),
    })),
    load: async () => import('./members/members-part.tsx'),
  },
  {
    path: '/settings/saved-replies',
    title: ['Saved replies', 'Gespeicherte Antworten', 'ردود محفوظة'],
    scope: 'conversations:read',
    things: searchIn('saved-replies', ({ id, name, shortcut }: SavedReply) => ({
      name,
      note: `/${shortcut}`,
      path: `${found('saved-replies', name)}&reply=${id}`,
    })),
    load: async () => import('./saved-replies/saved-replies-part.tsx'),
  },
  {
    path: '/settings/keys',
    title: ['API keys', 'API-Schlüssel', 'مفاتيح API'],
    scope: 'api-keys:read',
    things: searchIn('api-keys', ({ name }: ApiKey) => ({ name, path: found('keys', name) })),
    load: async () => import('./keys/keys-part.tsx'),
  },
  {
    path: '/settings/connections',
    title: ['Connections', 'Verbindungen', 'الاتصالات'],
    load: async () => import('./connections/connections-part.tsx'),
  },
  {
    path: '/settings/webhooks',
    title: ['Webhooks', 'Webhooks', 'Webhooks'],
    scope: 'webhooks:read',
    hasItems: true,
    things: searchIn('webhooks', ({ name, url }: Webhook) => (name === null ? { name: url } : { name, note: url })),
    load: async () => import('./webhooks/webhooks-part.tsx'),
  },
  {
    path: '/settings/triggers',
    title: ['Triggers', 'Auslöser', 'المُشغّلات'],
    scope: 'triggers:read',
    things: searchIn('triggers', ({ id, name }: Trigger) => ({
      name,
      path: `${found('triggers', name)}&trigger=${id}`,
    })),
    load: async () => import('./triggers/triggers-part.tsx'),
  },
  {
    path: '/settings/models',
    title: ['Models', 'Modelle', 'النماذج'],
    scope: 'agents:read',
    load: async () => import('./models/models-part.tsx'),
  },
  {
    path: '/settings/visitors',
    title: ['Visitor data', 'Gästedaten', 'بيانات الزوار'],
    scope: 'conversations:read',
    load: async () => import('./visitors/visitors-part.tsx'),
  },
  {
    path: '/settings/audit-log',
    title: ['Audit log', 'Protokoll', 'سجل التدقيق'],
    scope: 'audit:read',
    load: async () => import('./audit/audit-part.tsx'),
  },
];
