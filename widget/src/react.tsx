'use client';

/* `@portico/widget/react`, for React 18 and 19. */
export { PorticoChat } from './react/portico-chat.tsx';
export type { PorticoChatProps } from './react/portico-chat.tsx';
export { PorticoForm } from './react/portico-form.tsx';
export type { PorticoFormProps } from './react/portico-form.tsx';
export { usePortico } from './react/use-portico.ts';
export type { Portico } from './react/use-portico.ts';
export type * from './form-types.ts';
export type * from './types.ts';
