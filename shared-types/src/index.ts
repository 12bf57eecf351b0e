export type { CallOptions, Client, NamedFile, Page, StreamOptions } from './client/client.ts';
export { type ClientOptions, createClient } from './client/create-client.ts';
export { PorticoError, type PorticoErrorCode } from './client/portico-error.ts';
export * from './wire.ts';
