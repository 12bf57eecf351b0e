import type { PublicFace } from '../../shared-types/src/api/public-face.ts';
import type { Faults } from './faults.ts';

/** The interface that the double returns for every slug except `missing`. */
export function makeFace(slug: string, faults: Faults): PublicFace {
  return {
    slug,
    name: 'Northwind help',
    branding: {
      primaryColor: '#4f46e5',
      backgroundColor: null,
      textColor: null,
      fontFamily: null,
      borderRadius: 18,
      logoUrl: null,
      iconUrl: null,
      cover: { type: 'gradient', value: 'linear-gradient(135deg, #4f46e5 0%, #7c3aed 60%, #a21caf 100%)' },
      theme: 'auto',
      position: 'right',
      zIndex: null,
      ...faults.branding,
    },
    behaviour: {
      title: 'Northwind',
      subtitle: 'Ask us anything about bikes, orders and returns',
      welcomeMessage: 'Hi there! I know our **handbook** by heart. What can I help you with?',
      placeholder: null,
      suggestedPrompts: [
        'How do I return a bike?',
        'Compare the city models in a table',
        'Show me how to call your API',
      ],
      showCitations: true,
      showToolCalls: true,
      showBranding: true,
      persistence: 'local',
      sessionTimeoutMinutes: 1440,
      idleTimeoutMinutes: null,
      launcher: { label: null, delayMs: null, proactiveMessage: null },
      ...faults.behaviour,
    },
    locale: null,
    uploads: { enabled: true, maxFiles: 3, maxFileSizeMb: 5, allowedTypes: ['pdf', 'png', 'jpg', 'txt'] },
    consent: { required: faults.consentRequired, text: null, privacyUrl: 'https://example.com/privacy' },
    handover: { enabled: false, available: false, askEmail: false },
    texts: {},
    proactive: [],
    preChat: { enabled: false, fields: [] },
    challenge: 'off',
    followUps: { enabled: false },
  };
}
