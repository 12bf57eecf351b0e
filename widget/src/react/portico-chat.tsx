/** @jsxImportSource react */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { SHORT_PAUSE_MS, startLater } from '../start-later.ts';
import type { ChatEventName, ChatEvents, ChatHandle, ChatOptions, Identity, LiveOptions } from '../types.ts';
import { createSlots, useRefill } from './fill-slots.ts';
import type { Renderers } from './fill-slots.ts';
import type { SlottedChat } from './mount-with-slots.ts';
import { stylePlace, styleReserve } from './place-styles.ts';
import { createPortals } from './portals.ts';
import { useLatest } from './use-latest.ts';
import { useTools } from './use-tools.ts';
import type { ToolProps } from './use-tools.ts';

type Listener<Name extends ChatEventName> = (detail: ChatEvents[Name]) => void;

/** Options that belong to the mount. */
const fixed = [
  'chat',
  'host',
  'id',
  'mode',
  'search',
  'persistence',
  'consent',
  'transport',
  'preview',
] as const satisfies readonly (keyof ChatOptions)[];
const live = [
  'locale',
  'theme',
  'position',
  'zIndex',
  'emoji',
  'voice',
  'branding',
  'behaviour',
] as const satisfies readonly (keyof LiveOptions)[];
/** Options of the visit: each is updated by itself. */
const visit = ['identity', 'metadata', 'page'] as const satisfies readonly (keyof LiveOptions)[];
type OptionName = (typeof fixed)[number] | (typeof live)[number] | (typeof visit)[number];

/** Of the widget's options those that are listed above: no other would be passed on. */
export interface PorticoChatProps extends Pick<ChatOptions, Exclude<OptionName, 'mode'>>, Renderers, ToolProps {
  mode?: 'bubble' | 'inline' | 'ask' | undefined;
  /** Whether the panel is open; if given, only this opens and closes it, and `onOpenChange` asks for a change. */
  open?: boolean | undefined;
  /** Whether it is open at first, if `open` isn't given. */
  defaultOpen?: boolean | undefined;
  /** Called when the panel asks to be opened or closed (if `open` is given), or was opened or closed (otherwise). */
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** For the container of an inline chat. */
  className?: string | undefined;
  style?: CSSProperties | undefined;
  onReady?: Listener<'ready'> | undefined;
  onOpen?: Listener<'open'> | undefined;
  onClose?: Listener<'close'> | undefined;
  onMessageSent?: Listener<'message-sent'> | undefined;
  onMessageReceived?: Listener<'message-received'> | undefined;
  onUnread?: Listener<'unread'> | undefined;
  onSession?: Listener<'session'> | undefined;
  onError?: Listener<'error'> | undefined;
}

/**
 * A chat of a Portico interface. Its code is loaded once it is mounted; on a server it renders an empty place. Options
 * that belong to the mount (chat, host, id, mode, search, persistence, consent, transport, preview, whether `open` is
 * given) mount it again, the others update it. If `identity` is no longer given, the visitor is logged out.
 */
export function PorticoChat(props: PorticoChatProps): ReactNode {
  const mount = [...fixed.map((name) => props[name]), props.open === undefined];
  const identified = useRef<string>(null);
  return <MountedChat key={JSON.stringify(mount)} {...props} identified={identified} />;
}

interface MountedProps extends PorticoChatProps {
  /** The chat that was given an identity last, also by an earlier mount. */
  identified: RefObject<string | null>;
}

function MountedChat(props: MountedProps): ReactNode {
  const { mode, className, style } = props;
  const place = useRef<HTMLDivElement>(null);
  const setPlace = useCallback((element: HTMLDivElement | null) => {
    place.current = element;
    if (element) stylePlace(element);
  }, []);
  const latest = useLatest(props);
  const portals = useMemo(() => createPortals<Renderers>(), []);
  const [slotted, setSlotted] = useState<SlottedChat | null>(null);
  const handle = slotted?.handle ?? null;
  const [, redraw] = useState(0);

  useEffect(() => {
    const stop = portals.onChange(() => redraw((count) => count + 1));
    const load = async () => {
      const { mountWithSlots } = await import('./mount-with-slots.ts');
      return () => {
        const mounted = mountWithSlots(pickOptions(latest, place), createSlots(latest, portals));
        listen(mounted.handle, latest);
        setSlotted(mounted);
        return () => mounted.handle.unmount();
      };
    };
    const unmount = startLater(
      load,
      () => {
        const { chat, id = chat, onError } = latest.current;
        onError?.({ id, error: { code: 'offline', message: '' } });
      },
      SHORT_PAUSE_MS,
    );
    return () => {
      stop();
      portals.clear();
      unmount();
      setSlotted(null);
    };
  }, [latest, portals]);

  const { open } = props;
  useEffect(() => {
    if (open !== undefined) handle?.update({ open });
  }, [handle, open]);
  useUpdate(handle, pick(props, live));
  // The visitor before the data of the visit, which would otherwise go to the session of the previous visitor.
  useIdentity(handle, props);
  useUpdate(handle, pick(props, ['metadata']));
  // By itself, because no other change may bring back a page that the visitor has left.
  useUpdate(handle, pick(props, ['page']));
  useTools(handle, props, latest);
  useRefill(slotted, portals, props);

  return (
    <>
      {mode === 'inline' ? (
        <div ref={setPlace} className={className} style={style}>
          {/* Reserves the height of a chat whose place has none of its own, from the server's HTML on, so that the
             layout doesn't shift. Its attributes do that without a style, which a strict policy would block there: by
             its ratio it is 600 px high if there is no height of which it could take 100 %. Narrower, it would be many
             screens high until a page is hydrated that sets `svg { width: 100% }`. */}
          <svg
            ref={styleReserve}
            data-portico-reserve=""
            aria-hidden="true"
            display="block"
            width="200"
            height="100%"
            viewBox="0 0 200 600"
          />
        </div>
      ) : null}
      {portals.render(props)}
    </>
  );
}

type Latest = { readonly current: PorticoChatProps };

/** Those of the options that are given. */
function pick<Name extends OptionName>(props: PorticoChatProps, names: readonly Name[]): Pick<ChatOptions, Name> {
  const given = names.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]]));
  return Object.fromEntries(given);
}

/**
 * Updates the chat if the content of the options changes. One that is no longer given has its default again, except
 * single settings of `branding` and `behaviour`, which `update` merges.
 */
function useUpdate(handle: ChatHandle | null, options: LiveOptions): void {
  const before = useRef<string[]>([]);
  const content = JSON.stringify(options);
  useEffect(() => {
    const next: LiveOptions = JSON.parse(content);
    const names = [...before.current, ...Object.keys(next)];
    if (!handle || names.length === 0) return;
    before.current = Object.keys(next);
    handle.update({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...next });
  }, [handle, content]);
}

/** Identifies the visitor; without the identity, it logs them out again. */
function useIdentity(handle: ChatHandle | null, { chat, host, identity, identified }: MountedProps): void {
  const name = JSON.stringify([host, chat]);
  const content = JSON.stringify(identity ?? null);
  useEffect(() => {
    const given: Identity | null = JSON.parse(content);
    if (given) {
      identified.current = name;
      handle?.identify(given);
    } else if (handle && identified.current === name) {
      identified.current = null;
      handle.logout();
    }
  }, [handle, name, content, identified]);
}

/** What the chat is mounted with: the props, and the place unless it is a bubble. */
function pickOptions(latest: Latest, { current: place }: RefObject<HTMLElement | null>): ChatOptions {
  return { ...pick(latest.current, [...fixed, ...live, ...visit]), ...pickOpening(latest), ...pickTarget(place) };
}

/** A given `open` makes the chat controlled for as long as it is mounted. */
function pickOpening(latest: Latest): Pick<ChatOptions, 'open' | 'onOpenChange'> {
  const { open, defaultOpen } = latest.current;
  if (open === undefined) return { open: defaultOpen === true };
  return { open, onOpenChange: (next) => latest.current.onOpenChange?.(next) };
}

function pickTarget(target: HTMLElement | null): Pick<ChatOptions, 'target'> {
  return target ? { target } : {};
}

function listen(handle: ChatHandle, latest: Latest): void {
  handle.on('ready', (detail) => latest.current.onReady?.(detail));
  const isControlled = latest.current.open !== undefined;
  handle.on('open', (detail) => {
    latest.current.onOpen?.(detail);
    if (!isControlled) latest.current.onOpenChange?.(true);
  });
  handle.on('close', (detail) => {
    latest.current.onClose?.(detail);
    if (!isControlled) latest.current.onOpenChange?.(false);
  });
  handle.on('message-sent', (detail) => latest.current.onMessageSent?.(detail));
  handle.on('message-received', (detail) => latest.current.onMessageReceived?.(detail));
  handle.on('unread', (detail) => latest.current.onUnread?.(detail));
  handle.on('session', (detail) => latest.current.onSession?.(detail));
  handle.on('error', (detail) => latest.current.onError?.(detail));
}
