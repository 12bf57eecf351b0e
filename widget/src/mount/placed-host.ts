import { createHost } from '../launcher/host.ts';
import type { WidgetHost } from '../launcher/host.ts';

/**
 * A host inside the page, at the place from `findPlace`. The place may appear later, disappear, and come back as
 * another element with the pages of a single-page application or a replaced body: the host moves with it, and
 * `onPlaced` is called on each change.
 */
export function createPlacedHost(findPlace: () => Element | null, onPlaced: (isPlaced: boolean) => void): WidgetHost {
  const host = createHost(true);
  const { element } = host;
  let wasPlaced = false;
  const follow = () => {
    const place = element.isConnected ? null : findPlace();
    if (place && element.parentNode !== place) place.append(element);
    if (wasPlaced !== element.isConnected) onPlaced(element.isConnected);
    wasPlaced = element.isConnected;
  };
  const observer = new MutationObserver(follow);
  follow();
  observer.observe(document, { childList: true, subtree: true });
  return {
    ...host,
    remove() {
      observer.disconnect();
      host.remove();
    },
  };
}
