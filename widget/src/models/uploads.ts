import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { createId } from './create-id.ts';
import type { ChatApi } from '../transport/api.ts';
import { RequestError, toChatError } from '../transport/errors.ts';
import type { Attachment, ChatError, Face, Upload } from '../types.ts';
import type { Session } from './session.ts';

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  readonly isBusy: ReadonlySignal<boolean>;
  add(files: Iterable<File>): void;
  retry(id: string): void;
  remove(id: string): void;
  /** The finished attachments, taken out of the composer. */
  take(): Attachment[];
  clear(): void;
}

const MEGABYTE = 1_048_576;

/** Files of the message being written. What can be told before a byte goes out (kind, size, count) is told then. */
export function createUploads(
  api: ChatApi,
  session: Session,
  rules: ReadonlySignal<Face['uploads'] | undefined>,
): Uploads {
  const list = signal<readonly Upload[]>([]);
  const running = new Map<string, AbortController>();
  const files = new Map<string, File>();

  const change = (id: string, next: Partial<Upload>) => {
    list.value = list.value.map((upload) => (upload.id === id ? { ...upload, ...next } : upload));
  };

  function findFault(file: File, count: number): ChatError | null {
    const rule = rules.peek();
    if (!rule) return null;
    if (count >= rule.maxFiles) return { code: 'too_many_files', message: '' };
    if (file.size > rule.maxFileSizeMb * MEGABYTE) return { code: 'file_too_large', message: '' };
    if (!isAllowed(file, rule.allowedTypes)) return { code: 'file_type', message: '' };
    return null;
  }

  async function start(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { status: 'uploading', progress: 0, error: null });
    try {
      const current = await session.ensure();
      const result = await api
        .upload(current, file, (progress) => change(id, { progress }), controller.signal)
        .catch((error: unknown) => {
          if (error instanceof RequestError && error.status === 401) session.expire(current);
          throw error;
        });
      const { fileId, fileName, fileSize, mimeType } = result;
      change(id, { status: 'done', progress: 1, attachment: { fileId, fileName, fileSize, mimeType } });
    } catch (error) {
      change(id, { status: 'failed', error: toChatError(error) });
    }
    running.delete(id);
  }

  function remove(id: string): void {
    running.get(id)?.abort();
    files.delete(id);
    const gone = list.value.find((upload) => upload.id === id);
    if (gone?.preview) URL.revokeObjectURL(gone.preview);
    list.value = list.value.filter((upload) => upload.id !== id);
  }

  return {
    list,
    remove,
    isBusy: computed(() => list.value.some(({ status }) => status === 'uploading')),
    add(added) {
      for (const file of added) {
        const id = createId();
        const good = list.value.filter(({ status }) => status !== 'failed').length;
        const error = findFault(file, good);
        const preview = file.type.startsWith('image/') && !error ? URL.createObjectURL(file) : null;
        const { name, size, type } = file;
        const status = error ? 'failed' : 'uploading';
        list.value = [...list.value, { id, name, size, type, progress: 0, status, error, attachment: null, preview }];
        if (error) continue;
        files.set(id, file);
        void start(id, file);
      }
    },
    retry(id) {
      const file = files.get(id);
      if (file) void start(id, file);
    },
    take() {
      const taken = list.value.flatMap(({ attachment }) => attachment ?? []);
      for (const { id } of list.value) remove(id);
      return taken;
    },
    clear() {
      for (const { id } of list.value) remove(id);
    },
  };
}

/** Rules are extensions or MIME types; no rule allows all. The server judges again, by content. */
export function isAllowed(file: Pick<File, 'name' | 'type'>, rules: readonly string[]): boolean {
  if (rules.length === 0) return true;
  const name = file.name.toLowerCase();
  return rules.some((rule) => {
    const wanted = rule.toLowerCase();
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1));
    if (wanted.includes('/')) return file.type === wanted;
    return name.endsWith(wanted.startsWith('.') ? wanted : `.${wanted}`);
  });
}
