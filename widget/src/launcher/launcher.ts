import type { WidgetHost } from './host.ts';
import { setVariables } from './host.ts';
import { launcherLabels } from './labels.ts';
import styles from './launcher.css?inline';

/** What of an interface the launcher shows; a subset of its public face. */
export interface LauncherFace {
  branding: {
    primaryColor: string;
    fontFamily: string | null;
    iconUrl: string | null;
    position: 'right' | 'left';
    zIndex: number | null;
  };
  behaviour: { title: string; launcher: { label: string | null; proactiveMessage: string | null } };
}

export interface Launcher {
  readonly button: HTMLButtonElement;
  /** Where the button's picture is, for a slot. */
  readonly icon: HTMLElement;
  update(face: LauncherFace, language: string): void;
  /** The label is what the button says while open; it comes with the panel's texts. */
  setOpen(isOpen: boolean, closeLabel: string): void;
  setBusy(isBusy: boolean): void;
  setUnread(count: number): void;
  setVisible(isVisible: boolean): void;
  /** Shows the interface's own first word beside the button. */
  showTip(): void;
  remove(): void;
}

export const DEFAULT_Z_INDEX = 2_147_483_000;
const DEFAULT_COLOR = '#4f46e5';

/**
 * The button in the corner. Plain DOM, because it is all that a page without an interested visitor loads.
 * `onInterest` fires on hover, focus or touch, before a click.
 */
export function createLauncher(host: WidgetHost, onToggle: () => void, onInterest: () => void): Launcher {
  const sheet = host.addStyles(`:host{}${styles}`);
  const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, parent: Node) => {
    const element = document.createElement(name);
    element.className = className;
    parent.appendChild(element);
    return element;
  };
  const box = make('div', 'launcher', host.root);
  const button = make('button', 'l-toggle', box);
  const icon = make('span', 'l-icon', button);
  const label = make('span', 'l-label', button);
  const badge = make('span', 'l-badge', button);
  let labels = launcherLabels['en'] ?? ['', ''];
  let closeLabel = '';
  let tip: HTMLElement | undefined;
  let face: LauncherFace | undefined;
  let isShownOpen = false;
  let unread = 0;

  box.setAttribute('role', 'region');
  button.type = 'button';
  button.ariaExpanded = 'false';
  badge.ariaHidden = 'true';
  icon.ariaHidden = 'true';
  button.onclick = onToggle;
  button.onpointerenter = button.onfocus = onInterest;

  function writeLabel(): void {
    const own = face?.behaviour.launcher.label;
    label.textContent = isShownOpen ? '' : (own ?? '');
    label.hidden = label.textContent === '';
    const name = isShownOpen ? closeLabel : own && !unread ? own : labels[0];
    button.ariaLabel = unread ? `${name} (${unread})` : name;
    badge.textContent = unread ? String(Math.min(unread, 99)) : '';
  }

  function hideTip(): void {
    tip?.remove();
    tip = undefined;
  }

  return {
    button,
    icon,
    update(next, language) {
      face = next;
      labels = launcherLabels[language] ?? labels;
      const { primaryColor, fontFamily, position, zIndex, iconUrl } = next.branding;
      setVariables(sheet, {
        '--pt-launcher': CSS.supports('color', primaryColor) ? primaryColor : DEFAULT_COLOR,
        '--pt-launcher-font': `${fontFamily ? `${fontFamily},` : ''}system-ui,sans-serif`,
        '--pt-z': String(zIndex ?? DEFAULT_Z_INDEX),
      });
      box.classList.toggle('left', position === 'left');
      box.ariaLabel = next.behaviour.title;
      const picture = iconUrl === null ? drawIcon(CHAT) : document.createElement('img');
      if (picture instanceof HTMLImageElement && iconUrl !== null) {
        picture.alt = '';
        picture.src = iconUrl;
      }
      icon.replaceChildren(picture, drawIcon(DOWN));
      writeLabel();
    },
    setOpen(isOpen, label) {
      isShownOpen = isOpen;
      closeLabel = label;
      button.ariaExpanded = String(isOpen);
      if (isOpen) hideTip();
      writeLabel();
    },
    setBusy(isBusy) {
      button.ariaBusy = String(isBusy);
    },
    setUnread(count) {
      unread = count;
      writeLabel();
    },
    setVisible(isVisible) {
      box.hidden = !isVisible;
    },
    showTip() {
      const message = face?.behaviour.launcher.proactiveMessage;
      if (!message || tip || isShownOpen) return;
      tip = make('div', 'l-tip', box);
      box.prepend(tip);
      const open = make('button', '', tip);
      open.textContent = message;
      open.dir = 'auto';
      open.onclick = onToggle;
      const dismiss = make('button', '', tip);
      dismiss.textContent = '×';
      dismiss.ariaLabel = labels[1];
      dismiss.onclick = hideTip;
    },
    remove: () => box.remove(),
  };
}

const CHAT = 'M12 3.5c-5 0-9 3.4-9 7.7 0 2.4 1.3 4.6 3.3 6L5.6 21l4-2c.8.2 1.6.3 2.4.3 5 0 9-3.5 9-8s-4-7.8-9-7.8Z';
const DOWN = 'm5 9 7 7 7-7';

function drawIcon(path: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const line = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  line.setAttribute('d', path);
  line.setAttribute('fill', path === CHAT ? 'currentColor' : 'none');
  line.setAttribute('stroke', 'currentColor');
  line.setAttribute('stroke-width', path === CHAT ? '0' : '2.4');
  line.setAttribute('stroke-linecap', 'round');
  line.setAttribute('stroke-linejoin', 'round');
  svg.append(line);
  return svg;
}
