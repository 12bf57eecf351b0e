import type { FormEvents, FormPrefill } from '../../widget/src/form-types.ts';
import type { RawOptions } from '../../widget/src/mount/loader-options.ts';
import type { ChatEvents, ChatOptions, Identity, LiveOptions, Mode, PageTool } from '../../widget/src/types.ts';

/*
 * The types of the script tag's global (docs/widget.md#calls), as the package publishes them. They are derived from the
 * widget's own. This is a project of its own, because the loader's code has a simpler type for the same global.
 */
export type { ChatError, ChatMessage } from '../../widget/src/types.ts';

export type PorticoIdentity = Identity;

/** Options that a script tag's attributes describe as text. */
type Typed = 'mode' | 'target' | 'zIndex' | 'emoji' | 'voice' | 'analytics';

/** Options of `Portico('boot', …)`: those of a chat, or of a form. `host` is the script's own origin by default. */
export interface PorticoBootOptions
  extends
    Partial<Omit<RawOptions, Typed | 'onOpenChange'>>,
    Pick<ChatOptions, 'target'>,
    Pick<LiveOptions, 'zIndex' | 'emoji' | 'voice'> {
  mode?: Exclude<Mode, 'page'> | undefined;
  /** Forwards events to this service, without the contents of messages. */
  analytics?: 'gtag' | 'datalayer' | 'plausible' | undefined;
}

/** Changes of a running widget; a form only takes `theme` and `prefill`. */
export interface PorticoUpdate extends LiveOptions {
  prefill?: FormPrefill | undefined;
}

type Events = ChatEvents & FormEvents;
export type PorticoEvent = keyof Events;

/** The same events on `window`. */
type WindowEvents = { [Name in PorticoEvent as `portico:${Name}`]: CustomEvent<Events[Name]> };

/** Names one of several interfaces on a page. */
type Named = { id: string };

export interface PorticoGlobal {
  (verb: 'boot', options: PorticoBootOptions): void;
  (verb: 'update', options: PorticoUpdate, named?: Named): void;
  (verb: 'open' | 'close' | 'toggle' | 'show' | 'hide' | 'shutdown' | 'logout' | 'newThread', named?: Named): void;
  (verb: 'send' | 'prefill', text: string, named?: Named): void;
  (verb: 'identify', identity: PorticoIdentity, named?: Named): void;
  /** Lets the agent's tool of this name (`type: client`) run on this page; null removes it. */
  (verb: 'tool', name: string, run: PageTool | null, named?: Named): void;
  (verb: 'consent', decision: 'granted' | 'denied', named?: Named): void;
  /** Returns a function that removes the listener; undefined while only the stub is loaded. */
  <Name extends PorticoEvent>(
    verb: 'on',
    event: Name,
    listener: (detail: Events[Name]) => void,
    named?: Named,
  ): (() => void) | undefined;
  q?: IArguments[];
}

declare global {
  interface Window {
    Portico?: PorticoGlobal;
  }
  interface WindowEventMap extends WindowEvents {}
  var Portico: PorticoGlobal | undefined;
}
