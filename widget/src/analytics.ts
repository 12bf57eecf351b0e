import type { RawOptions } from './mount/loader-options.ts';
import type { FormHandle } from './form-types.ts';
import type { ChatHandle } from './types.ts';

/** Globals of the services that events are forwarded to. */
interface AnalyticsWindow extends Window {
  gtag?: (command: 'event', name: string, facts: object) => void;
  plausible?: (name: string, options: { props: object }) => void;
  dataLayer?: object[];
}

type AnalyticsOptions = Pick<RawOptions, 'analytics' | 'chat' | 'form'>;

/**
 * Forwards the events of a chat or form to the page's analytics, as `portico_open` with the slug and an error's code,
 * without any contents. The event of a chat that opened before this was loaded is forwarded too. Stops with the
 * handle's listeners.
 */
export function forwardEvents(options: AnalyticsOptions, handle: ChatHandle | FormHandle): void {
  const target = options.analytics ?? '';
  const slug = options.chat ?? options.form ?? '';
  const listener = (name: string) => () => forward(target, name, { portico: slug });
  const onError = ({ error }: { error: { code: string } }) =>
    forward(target, 'error', { portico: slug, code: error.code });
  if ('getState' in handle) {
    if (handle.getState().isOpen) listener('open')();
    for (const name of ['ready', 'open', 'close', 'message-sent', 'message-received'] as const) {
      handle.on(name, listener(name));
    }
    handle.on('error', onError);
  } else {
    for (const name of ['ready', 'open', 'close', 'submitted', 'completed'] as const) handle.on(name, listener(name));
    handle.on('error', onError);
  }
}

function forward(target: string, name: string, facts: object): void {
  const page: AnalyticsWindow = window;
  const event = `portico_${name.replace('-', '_')}`;
  if (target === 'gtag') page.gtag?.('event', event, facts);
  else if (target === 'plausible') page.plausible?.(event, { props: facts });
  else if (target === 'datalayer') (page.dataLayer ??= []).push({ event, ...facts });
}
