/** @jsxImportSource react */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { ChatEventName, ChatEvents, ChatHandle, ChatMessage, ChatOptions, Citation } from '../types.ts';
import { createPortals } from './portals.ts';
import { useLatest } from './use-latest.ts';

type Listener<Name extends ChatEventName> = (detail: ChatEvents[Name]) => void;

export interface PorticoChatProps extends Omit<ChatOptions, 'target' | 'slots' | 'mode'> {
  mode?: 'bubble' | 'inline' | 'ask';
  /** Whether the panel is open; if given, only this opens and closes it, and `onOpenChange` asks for a change. */
  open?: boolean;
  /** Whether it is open at first, if `open` isn't given. */
  defaultOpen?: boolean;
  /** Called when the panel asks to be opened or closed (if `open` is given), or was opened or closed (otherwise). */
  onOpenChange?: (open: boolean) => void;
  /** For the container of an inline chat. */
  className?: string;
  style?: CSSProperties;
  /** Renders the body of a message in your own way; null keeps the built-in one. */
  renderMessage?: (message: ChatMessage) => ReactNode;
  renderCitation?: (citation: Citation, open: () => void) => ReactNode;
  renderLauncher?: (state: { open: boolean; unread: number }) => ReactNode;
  onReady?: Listener<'ready'>;
  onOpen?: Listener<'open'>;
  onClose?: Listener<'close'>;
  onMessageSent?: Listener<'message-sent'>;
  onMessageReceived?: Listener<'message-received'>;
  onUnread?: Listener<'unread'>;
  onSession?: Listener<'session'>;
  onError?: Listener<'error'>;
}

/**
 * A chat of a Portico interface. Its code is loaded once it is mounted; on a server it renders an empty place. Options
 * that belong to the mount (chat, host, id, mode, persistence, consent, transport, whether `open` is given) mount it again, the
 * others update it.
 */
export function PorticoChat(props: PorticoChatProps): ReactNode {
  const { chat, host, id, mode, persistence, consent, transport, open } = props;
  const mount = [chat, host, id, mode, persistence, consent, transport, open === undefined];
  return <MountedChat key={JSON.stringify(mount)} {...props} />;
}

function MountedChat(props: PorticoChatProps): ReactNode {
  const { mode, className, style } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  const portals = useMemo(() => createPortals(), []);
  const [handle, setHandle] = useState<ChatHandle | null>(null);
  const [, redraw] = useState(0);

  useEffect(() => {
    let mounted: ChatHandle | null = null;
    let isGone = false;
    const stop = portals.onChange(() => redraw((count) => count + 1));
    const mount = async () => {
      const { mountChat } = await import('../mount/mount-chat.ts');
      if (isGone) return;
      mounted = mountChat({
        ...pickOptions(latest.current),
        ...pickOpening(latest),
        ...pickSlots(latest, portals),
        ...pickTarget(place.current),
      });
      listen(mounted, latest);
      setHandle(mounted);
    };
    void mount();
    return () => {
      isGone = true;
      stop();
      portals.clear();
      mounted?.unmount();
      setHandle(null);
    };
  }, [latest, portals]);

  const { open } = props;
  useEffect(() => {
    if (open !== undefined) handle?.update({ open });
  }, [handle, open]);
  const { locale, theme, position, zIndex, emoji, voice, branding, behaviour, identity } = props;
  const live = JSON.stringify({ locale, theme, position, zIndex, emoji, voice, branding, behaviour });
  useEffect(() => handle?.update(JSON.parse(live)), [handle, live]);
  const identified = JSON.stringify(identity ?? null);
  useEffect(() => {
    const given: ChatOptions['identity'] | null = JSON.parse(identified);
    if (given) handle?.identify(given);
  }, [handle, identified]);

  return (
    <>
      {mode === 'inline' ? (
        <div ref={place} className={className} style={{ display: 'flow-root', ...style }}>
          {/* Reserves the height of a chat whose place has none of its own, from the server's HTML on, so that the
             layout doesn't shift. */}
          <div data-portico-reserve="" style={reserved} />
        </div>
      ) : null}
      {portals.render()}
    </>
  );
}

const reserved: CSSProperties = { float: 'left', width: 0, height: 600, maxHeight: '100%' };

type Latest = { readonly current: PorticoChatProps };

function pickOptions(props: PorticoChatProps): ChatOptions {
  const { chat, host } = props;
  const names = ['id', 'mode', 'search', 'persistence', 'consent', 'transport'] as const;
  const live = ['locale', 'theme', 'position', 'zIndex', 'emoji', 'voice'] as const;
  const objects = ['branding', 'behaviour', 'identity', 'metadata'] as const;
  const given = [...names, ...live, ...objects].flatMap((name) =>
    props[name] === undefined ? [] : [[name, props[name]]],
  );
  return { ...Object.fromEntries(given), chat, host };
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

/** Slots that exist at the mount call the newest render function each time. */
function pickSlots(latest: Latest, portals: ReturnType<typeof createPortals>): Pick<ChatOptions, 'slots'> {
  const { renderMessage, renderCitation, renderLauncher } = latest.current;
  const fill = portals.fill;
  return {
    slots: {
      ...(renderMessage && {
        message: (message) => fill(`message ${message.id}`, latest.current.renderMessage?.(message)),
      }),
      ...(renderCitation && {
        citation: (citation, open) =>
          fill(`citation ${citation.chunkId}`, latest.current.renderCitation?.(citation, open)),
      }),
      ...(renderLauncher && { launcher: (state) => fill('launcher', latest.current.renderLauncher?.(state)) }),
    },
  };
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
