import type { Texts } from '../en/consent.ts';

export const texts: Texts = {
  allowTitle: '¿Permitir {app}?',
  asks: '{app} quiere usar Portico en tu nombre, {email}.',
  ableTo: 'La aplicación podrá:',
  abilities: {
    'agents:execute': 'preguntar a tus agentes',
    'workflows:execute': 'ejecutar tus flujos de trabajo',
    'knowledge-bases:query': 'buscar y leer en tus bases de conocimiento',
  },
  workspace: 'Espacio de trabajo',
  returnsTo:
    'Después volverás a {place}. La aplicación eligió su nombre y nadie lo ha comprobado: permítela solo si acabas de iniciar esto tú.',
  allow: 'Permitir',
  deny: 'Rechazar',
  apps: 'Aplicaciones que has permitido',
  appsTitle: 'Aplicaciones conectadas',
  appsText: 'Estas aplicaciones usan Portico en tu nombre.',
  noApps: 'Ninguna aplicación usa Portico en tu nombre.',
  since: '{workspace}, desde el {date}',
  lastUsed: 'último uso: {date}',
  neverUsed: 'nunca usada',
  remove: 'Quitar',
  toConsole: 'Ir a la consola',
  refusedTitle: 'Esto no se puede permitir',
  signIn: 'Iniciar sesión',
  refusals: {
    unknownApp: 'Esta aplicación no está registrada aquí, o ya no lo está. Empieza de nuevo en la aplicación.',
    unknownAddress: 'La aplicación quiere volver a una dirección que no ha registrado.',
    signedOut: 'Ya no tienes la sesión iniciada. Inicia sesión y se te preguntará de nuevo.',
    notAPerson:
      'Has entrado con una clave. Solo una persona puede permitir una aplicación: cierra la sesión y entra con tu cuenta.',
    noWorkspace: 'No perteneces a ningún espacio de trabajo. Pide una invitación.',
    notAMember: 'No perteneces a este espacio de trabajo.',
    tooMany: 'Demasiados intentos. Espera un minuto e inténtalo de nuevo.',
    incomplete: 'La solicitud está incompleta. Empieza de nuevo en la aplicación.',
  },
};
