import type { ComponentType } from 'preact';
import type { ScreenPart } from '../../app/screen.ts';

/** A part of the settings: an address below /settings, and a tab. */
interface SettingsPart extends ScreenPart {
  /** Addresses below its own are the part's. */
  readonly hasItems?: true;
  readonly load: () => Promise<{ default: ComponentType }>;
}

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
    load: async () => import('./members/members-part.tsx'),
  },
  {
    path: '/settings/saved-replies',
    title: ['Saved replies', 'Gespeicherte Antworten', 'ردود محفوظة'],
    scope: 'conversations:read',
    load: async () => import('./saved-replies/saved-replies-part.tsx'),
  },
  {
    path: '/settings/keys',
    title: ['API keys', 'API-Schlüssel', 'مفاتيح API'],
    scope: 'api-keys:read',
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
    load: async () => import('./webhooks/webhooks-part.tsx'),
  },
  {
    path: '/settings/triggers',
    title: ['Triggers', 'Auslöser', 'المُشغّلات'],
    scope: 'triggers:read',
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
