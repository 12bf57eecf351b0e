export { checkSharedFolder, requireSharedFolder } from './check-shared-folder.ts';
export { commitStored, type Store, transactOrUndo } from './commit-stored.ts';
export { createStorage } from './create-storage.ts';
export { openWhole } from './open-whole.ts';
export { removeEach } from './remove-each.ts';
export { forgetRemoved, recordUnused, removeLeftFiles, removeUnused } from './remove-unused.ts';
export { reserveGiven, reserveKeys, takeReserved } from './reserve-keys.ts';
export { isSignedFileUrl, signFileUrl } from './signed-url.ts';
export type { Storage } from './storage.ts';
