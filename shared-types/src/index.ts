export * from './api/messages.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './events.ts';
