import type { RawOptions } from './mount/loader-options.ts';
import type { Report } from './mount/panel-module.ts';

/** Globals of the services that events are forwarded to. */
interface AnalyticsWindow extends Window {
  gtag?: (command: 'event', name: string, facts: object) => void;
  plausible?: (name: string, options: { props: object }) => void;
  dataLayer?: object[];
}

type AnalyticsOptions = Pick<RawOptions, 'analytics' | 'chat' | 'form'>;

/** The others, `unread` and `session`, say nothing about what the visitor does. */
const forwarded: ReadonlySet<string> = new Set([
  'ready',
  'open',
  'close',
  'message-sent',
  'message-received',
  'submitted',
  'completed',
  'error',
]);

/**
 * Forwards an event of a chat or form to the page's analytics, for example `open` as `portico_open`, with the slug and
 * an error's code, without any contents.
 */
export function forwardEvent(options: AnalyticsOptions, ...[name, { error }]: Parameters<Report>): void {
  if (!forwarded.has(name)) return;
  const page: AnalyticsWindow = window;
  const event = `portico_${name.replace('-', '_')}`;
  const portico = options.chat ?? options.form ?? '';
  const facts = error ? { portico, code: error.code } : { portico };
  if (options.analytics === 'gtag') page.gtag?.('event', event, facts);
  else if (options.analytics === 'plausible') page.plausible?.(event, { props: facts });
  else if (options.analytics === 'datalayer') (page.dataLayer ??= []).push({ event, ...facts });
}
