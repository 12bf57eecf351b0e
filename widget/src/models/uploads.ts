import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { FileSender } from '../files/upload-files.ts';
import { loadOnce } from '../load-once.ts';
import type { ChatApi } from '../transport/api.ts';
import { failOffline } from '../transport/errors.ts';
import type { Face } from '../face.ts';
import type { Attachment, Upload } from '../types.ts';
import type { Faults } from './faults.ts';
import type { Session } from './session.ts';

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  readonly isBusy: ReadonlySignal<boolean>;
  add(files: Iterable<File>): void;
  retry(id: string): void;
  remove(id: string): void;
  /** The finished attachments, removed from the composer. Files that failed stay: they can be uploaded again. */
  take(): Attachment[];
  clear(): void;
}

/** Files of the message being written. The upload code is loaded with the first one. */
export function createUploads(
  api: ChatApi,
  session: Session,
  faults: Faults,
  rules: ReadonlySignal<Face['uploads'] | undefined>,
): Uploads {
  const list = signal<readonly Upload[]>([]);
  const isLoading = signal(false);
  let sender: FileSender | undefined;
  const load = loadOnce(async () => {
    const { createFileSender } = await import('../files/upload-files.ts');
    sender = createFileSender({ api, session, rules, list });
    return sender;
  });

  function drop(gone: readonly Upload[]): void {
    list.value = list.value.filter((upload) => !gone.includes(upload));
    for (const upload of gone) sender?.forget(upload);
  }

  return {
    list,
    isBusy: computed(() => isLoading.value || list.value.some(({ status }) => status === 'uploading')),
    add(added) {
      // Clearing a file field also clears its list.
      const files = [...added];
      isLoading.value = true;
      void faults
        .attempt(async () => (await load().catch(failOffline)).add(files))
        .finally(() => {
          isLoading.value = false;
        });
    },
    retry: (id) => sender?.retry(id),
    remove: (id) => drop(list.value.filter((upload) => upload.id === id)),
    take() {
      const taken = list.value.flatMap(({ attachment }) => attachment ?? []);
      drop(list.value.filter(({ attachment }) => attachment));
      return taken;
    },
    clear: () => drop(list.value),
  };
}
