import { loadOnce } from './load-once.ts';
import { readChatOptions } from './mount/loader-options.ts';
import type { RawOptions } from './mount/loader-options.ts';
import { mountChat } from './mount/mount-chat.ts';
import { createPageReport } from './mount/page-report.ts';
import type { PanelModule, Report } from './mount/panel-module.ts';
import { SHORT_PAUSE_MS, startLater } from './start-later.ts';
import type { FormEvents, FormHandle } from './form-types.ts';

/* The page of `/chat/{slug}` imports it from here, so that both entries share one chunk and wait for no other. */
export { mountChat };

/* Part of the panel, so that the renderer of replies needs no file of its own besides: Firefox loads a file that another
   one imports only once, even if it failed (whatwg/html#6768). */
export { safeUrl } from '@portico/browser-kit/markdown/safe-url';

/** The entry that the loader fetches when someone is interested. */
export const mount: PanelModule['mount'] = (options, adopted) => {
  const loadExtras = loadOnce(() => import('./launcher/extras.ts'));
  // Events wait for its code in their order: the calls that waited for the panel run as soon as it is mounted, for
  // example the page's first message.
  const report: Report = (...event) => {
    if (!options.analytics) return;
    loadExtras().then(
      ({ forwardEvent }) => forwardEvent(options, ...event),
      () => {},
    );
  };
  return options.form ? mountFormLater(options, report) : mountChat(readChatOptions(options), adopted, report);
};

/** A form's code is a separate chunk, since most pages have a chat. Calls wait until it is loaded. */
function mountFormLater(raw: RawOptions, report?: Report): FormHandle {
  const { id } = raw;
  const waiting: ((form: FormHandle) => void)[] = [];
  let form: FormHandle | undefined;
  const run = (action: (form: FormHandle) => void): void => {
    if (!form) return void waiting.push(action);
    // An error in a call of the page stops no other.
    try {
      action(form);
    } catch (error) {
      reportError(error);
    }
  };
  const fail = (code: string): void => {
    const detail: FormEvents['error'] = { id, error: { code, message: '' } };
    createPageReport(report)('error', detail);
  };
  const mountLoaded = async () => {
    const { mountRawForm } = await import('./mount/form-entry.ts');
    return () => {
      try {
        const mounted = mountRawForm(raw, report);
        form = mounted;
        for (const action of waiting.splice(0)) run(action);
        return mounted.unmount;
      } catch (error) {
        // An error of the page, such as an invalid selector.
        reportError(error);
        fail('internal_error');
        return () => {};
      }
    };
  };
  return {
    id,
    open: () => run((own) => own.open()),
    close: () => run((own) => own.close()),
    toggle: () => run((own) => own.toggle()),
    show: () => run((own) => own.show()),
    hide: () => run((own) => own.hide()),
    send: (text) => run((own) => own.send(text)),
    prefill: (text) => run((own) => own.prefill(text)),
    on(event, listener) {
      let off: (() => void) | undefined;
      let isOff = false;
      run((own) => {
        if (!isOff) off = own.on(event, listener);
      });
      return () => {
        isOff = true;
        off?.();
      };
    },
    update: (next) => run((own) => own.update(next)),
    unmount: startLater(mountLoaded, () => fail('offline'), SHORT_PAUSE_MS),
  };
}
