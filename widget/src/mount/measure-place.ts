/** CSS pixels, as in the panel's style. */
const MIN_HEIGHT = 300;
const DEFAULT_HEIGHT = 600;

/**
 * The height in CSS pixels of a chat at the end of a place that doesn't give it one: the space that the place has there
 * by itself, as with a `min-height`, if a chat fits into it; otherwise 600, or less if the place has a `max-height`. The
 * space that is reserved in it for the chat (react/portico-chat.tsx) does not count.
 */
export function measurePlace(place: Element): number {
  const reserve = place.querySelector<HTMLElement>('[data-portico-reserve]');
  const probe = document.createElement('div');
  if (reserve) reserve.hidden = true;
  place.append(probe);
  const own = measureWith(0, probe, place);
  const limited = own < MIN_HEIGHT ? measureWith(DEFAULT_HEIGHT, probe, place) : own;
  const isVisible = probe.getClientRects().length > 0;
  probe.remove();
  if (reserve) reserve.hidden = false;
  return isVisible ? Math.max(MIN_HEIGHT, limited) : DEFAULT_HEIGHT;
}

/** The space from the probe's top to the end of the place, with a probe of this height. */
function measureWith(height: number, probe: HTMLElement, place: Element): number {
  probe.style.cssText = `all: initial !important; display: block !important; height: ${height}px !important`;
  const { top, height: shown } = place.getBoundingClientRect();
  // The page may zoom or transform the place.
  const scale = shown / (place as HTMLElement).offsetHeight || 1;
  const above = (probe.getBoundingClientRect().top - top) / scale - place.clientTop;
  return Math.round(place.clientHeight - parseFloat(getComputedStyle(place).paddingBottom) - above);
}
