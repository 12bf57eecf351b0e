import type { Texts } from '../en/widget-people.ts';

export const texts: Texts = {
  ask: 'Hablar con una persona',
  soundOff: 'Desactivar sonidos',
  soundOn: 'Activar sonidos',
  waiting: 'Hemos avisado a una persona. Puede seguir escribiendo.',
  answers: 'Le responde {name}',
  types: '{name} está escribiendo',
  askEmail: 'Déjenos su correo electrónico y la respuesta llegará allí.',
  email: 'Correo electrónico',
  emailKept: 'Gracias. La respuesta llegará por correo.',
  rate: '¿Qué tal fue esta conversación?',
  scores: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
  comment: '¿Qué podemos mejorar? (opcional)',
  send: 'Enviar',
  thanks: 'Gracias por su valoración.',
  linkRefused: 'Este enlace ya no funciona. Use el de nuestro último correo o escríbanos aquí.',
};
