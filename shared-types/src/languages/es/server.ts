import type { Texts } from '../en/server.ts';

export const texts: Texts = {
  starting: { title: 'Un momento, por favor', text: 'El servidor se está iniciando. Esta página se cargará sola.' },
  notFound: {
    title: 'Aquí no hay nada.',
    path: 'Puede que la dirección esté incompleta o que la página se haya movido.',
    chat: 'Este chat no existe o está cerrado en este momento.',
    file: 'El enlace ha caducado o el archivo se ha eliminado. Pida un enlace nuevo.',
    home: 'Ir a la página de inicio',
  },
  nobodyHere: {
    text: 'Ahora mismo no hay nadie.',
    leaveAddress: 'Déjenos su correo electrónico y le responderemos.',
    byMail: 'Le responderemos por correo electrónico.',
  },
  dailyLimit: 'Hoy no hay más respuestas. Vuelva mañana, por favor.',
  mail: {
    subject: '{name} de {title} le ha respondido',
    link: 'Responda en la conversación, no a este correo:',
    once: 'El enlace sirve una sola vez, durante siete días.',
  },
};
