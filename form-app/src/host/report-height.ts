import type { HostBridge } from './host-bridge.ts';

/** Reports to the host the height of `element` in CSS pixels, now and whenever it changes. */
export function reportHeight(element: Element, bridge: HostBridge): void {
  if (!bridge.isEmbedded) return;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    bridge.send({ type: 'height', height });
  }).observe(element);
}
