import { textsByLanguage } from '@portico/shared-types/languages/lists/launcher';
import { DEFAULT_Z_INDEX } from './host.ts';
import type { WidgetHost } from './host.ts';
import styles from './launcher.css?inline';

/** The part of an interface that the launcher shows; a subset of its public configuration. */
export interface LauncherFace {
  branding: {
    primaryColor: string;
    fontFamily: string | null;
    iconUrl: string | null;
    position: 'right' | 'left';
    /** `light`, `dark` or `auto`. */
    theme: string;
    /** An attribute's value is text. */
    zIndex: number | string | null;
  };
  behaviour: { title: string; launcher: { label: string | null; proactiveMessage: string | null } };
}

export interface LauncherState {
  isOpen: boolean;
  unread: number;
  /** The button's label while open; it is loaded with the panel's texts. */
  closeLabel: string;
}

export interface Launcher {
  readonly box: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Position of the button's picture, for a slot. */
  readonly picture: HTMLElement;
  update(face: LauncherFace, language: string): void;
  setState(state: LauncherState): void;
  /** Shows a message beside the button, the interface's own if none is given. False if there is none, or the panel is open. */
  showTip(message?: string | null): boolean;
  /** Shows beside the button that the chat is unreachable, or hides that again. */
  showFault(isUnreachable: boolean): void;
}

/** CSS pixels between stacked launchers. */
const LIFT = 72;

/**
 * The button in the corner. Plain DOM, because it is all that a page without an interested visitor loads. `onInterest`
 * fires on hover, focus or touch, before a click. Icons are drawn in CSS, because a page's policy may forbid data URLs.
 */
export function createLauncher(host: WidgetHost, onToggle: () => void, onInterest: () => void): Launcher {
  const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, parent: Node, className = '') =>
    parent.appendChild(Object.assign(document.createElement(name), { className }));
  const box = make('section', host.root, 'launcher');
  const tip = make('div', box, 'tip');
  const button = make('button', box, 'toggle');
  const picture = make('span', button, 'face');
  const label = make('span', button);
  const badge = make('span', button, 'badge');
  let [openLabel, dismissLabel, faultText] = textsByLanguage.en;
  let face: LauncherFace | undefined;
  let state: LauncherState = { isOpen: false, unread: 0, closeLabel: '' };

  host.addStyles(styles);
  button.dir = tip.dir = 'auto';
  button.onclick = onToggle;
  button.onpointerenter = button.onfocus = onInterest;

  function setState(next: LauncherState): void {
    const { isOpen, unread, closeLabel } = (state = next);
    const own = (!isOpen && face?.behaviour.launcher.label) || '';
    const name = isOpen ? closeLabel : own || openLabel;
    label.textContent = own;
    button.ariaExpanded = `${isOpen}`;
    button.ariaLabel = unread ? `${name} (${unread})` : name;
    badge.textContent = `${unread || ''}`;
    if (isOpen) hideTip();
  }

  function fillTip(name: 'button' | 'span', text: string, onClick?: () => void): void {
    hideTip();
    const first = make(name, tip);
    first.textContent = text;
    first.onclick = onClick as () => void;
    const dismiss = make('button', tip);
    dismiss.textContent = '×';
    dismiss.ariaLabel = dismissLabel;
    dismiss.onclick = hideTip;
  }

  function hideTip(): void {
    tip.textContent = '';
  }

  return {
    box,
    button,
    picture,
    setState,
    update(next, language) {
      face = next;
      [openLabel, dismissLabel, faultText] = textsByLanguage[language] ?? textsByLanguage.en;
      const { branding } = next;
      Object.assign(box.style, {
        color: branding.primaryColor,
        fontFamily: `${branding.fontFamily ?? 'system-ui'},sans-serif`,
        // Below the open panels of other chats, unless the owner has chosen one level for all.
        zIndex: branding.zIndex ?? DEFAULT_Z_INDEX - 1,
        justifyItems: branding.position,
        colorScheme: branding.theme.replace('auto', 'light dark'),
      });
      box.ariaLabel = next.behaviour.title;
      picture.textContent = '';
      if (branding.iconUrl) {
        const icon = make('img', picture);
        icon.src = branding.iconUrl;
        // If a picture can't be loaded, the built-in one stays.
        icon.onerror = () => icon.remove();
      }
      host.element.dataset['portico'] = branding.position;
      const onPageChange = (host.onPageChange = () => {
        stack(host);
        // In the next frame, which needs the page's layout anyway: forcing it earlier is noticeable on a slow phone.
        requestAnimationFrame(() => fit(host, box));
      });
      onPageChange();
      setState(state);
    },
    showTip(message = face?.behaviour.launcher.proactiveMessage) {
      if (!message || state.isOpen) return false;
      fillTip('button', message, onToggle);
      return true;
    },
    showFault(isUnreachable) {
      if (tip.role) hideTip();
      tip.role = isUnreachable ? 'alert' : null;
      if (isUnreachable) fillTip('span', faultText);
    },
  };
}

/** Launchers in the same corner are stacked, the oldest at the bottom; panels open above all of them. */
function stack({ element }: WidgetHost): void {
  const peers = [...document.documentElement.children].filter(
    (peer) => (peer as HTMLElement).dataset['portico'] === element.dataset['portico'],
  );
  const lift = (name: string, count: number) =>
    element.style.setProperty(`--portico-${name}`, `${count * LIFT}px`, 'important');
  lift('lift', peers.indexOf(element));
  lift('top', peers.length - 1);
}

/** Undoes the effects that the style of the page's root would have on a launcher. */
function fit(host: WidgetHost, box: HTMLElement): void {
  const page = document.documentElement;
  // A transformed or contained root moves fixed elements, except in the top layer. (In Firefox the body does so too.)
  if (box.offsetParent === page) {
    host.element.popover = 'manual';
    host.element.showPopover();
  }
  // A page that zooms its root would zoom the launcher and its panel, too.
  for (const part of host.root.children as HTMLCollectionOf<HTMLElement>)
    part.style.zoom = `${1 / page.currentCSSZoom}`;
}
