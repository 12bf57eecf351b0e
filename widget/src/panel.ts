import { readChatOptions } from './mount/loader-options.ts';
import type { RawOptions } from './mount/loader-options.ts';
import { mountChat } from './mount/mount-chat.ts';
import { createPageReport } from './mount/page-report.ts';
import type { PanelModule, Report } from './mount/panel-module.ts';
import type { FormEvents, FormHandle } from './form-types.ts';

/* The page of `/chat/{slug}` imports it from here, so that both entries share one chunk and wait for no other. */
export { mountChat };

/** The entry that the loader fetches when someone is interested. */
export const mount: PanelModule['mount'] = (options, adopted) => {
  // Its code is loaded separately. Events wait for it in their order: the calls that waited for the panel run as soon as
  // it is mounted, for example the page's first message.
  const loading = options.analytics ? import('./launcher/extras.ts') : null;
  const report: Report = (...event) => void loading?.then(({ forwardEvent }) => forwardEvent(options, ...event));
  return options.form ? mountFormLater(options, report) : mountChat(readChatOptions(options), adopted, report);
};

/** A form's code is a separate chunk, since most pages have a chat. Calls wait until it is loaded. */
function mountFormLater(raw: RawOptions, report?: Report): FormHandle {
  const { id } = raw;
  const loading = import('./mount/form-entry.ts').then(({ mountRawForm }) => mountRawForm(raw, report));
  const run = (action: (form: FormHandle) => void) => void loading.then(action, () => undefined);
  loading.catch(() => {
    const detail: FormEvents['error'] = { id, error: { code: 'offline', message: '' } };
    createPageReport(report)('error', detail);
  });
  return {
    id,
    open: () => run((form) => form.open()),
    close: () => run((form) => form.close()),
    toggle: () => run((form) => form.toggle()),
    show: () => run((form) => form.show()),
    hide: () => run((form) => form.hide()),
    send: (text) => run((form) => form.send(text)),
    prefill: (text) => run((form) => form.prefill(text)),
    on(event, listener) {
      const off = loading.then((form) => form.on(event, listener));
      return () => void off.then((stop) => stop());
    },
    update: (next) => run((form) => form.update(next)),
    unmount: () => run((form) => form.unmount()),
  };
}
