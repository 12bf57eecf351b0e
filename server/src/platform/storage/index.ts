export { checkSharedFolder } from './check-shared-folder.ts';
export { createStorage } from './create-storage.ts';
export { isSignedFileUrl, signFileUrl } from './signed-url.ts';
export type { Storage } from './storage.ts';
