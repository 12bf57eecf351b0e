/** CSS pixels, as in the panel's style. */
const MIN_HEIGHT = 300;
const DEFAULT_HEIGHT = 600;

/**
 * The height in CSS pixels of a chat at the end of a place that doesn't give it one: the space that the place has there
 * by itself, as with a `min-height`, if a chat fits into it; otherwise 600, or less if the place has a `max-height`. A
 * place without a box, or one that is hidden or folded, says nothing about its height: 600. The space that is reserved
 * in it for the chat (react/portico-chat.tsx) does not count.
 */
export function measurePlace(place: Element): number {
  const reserve = place.querySelector<SVGElement>('[data-portico-reserve]');
  const probe = document.createElement('div');
  if (reserve) reserve.style.display = 'none';
  place.append(probe);
  fill(0, probe);
  const before = place.clientHeight;
  fill(before, probe);
  // What the place grows by is not free.
  const own = measureFrom(probe, place) - (place.clientHeight - before);
  fill(DEFAULT_HEIGHT, probe);
  const free = own < MIN_HEIGHT ? measureFrom(probe, place) : own;
  probe.remove();
  if (reserve) reserve.style.display = '';
  return free > 0 ? Math.max(MIN_HEIGHT, Math.round(free)) : DEFAULT_HEIGHT;
}

function fill(height: number, probe: HTMLElement): void {
  probe.style.cssText = `all: initial !important; display: block !important; height: ${height}px !important`;
}

/** The space from the probe's top, or that of the place if the probe reaches beyond it, to the end of the place. */
function measureFrom(probe: HTMLElement, place: Element): number {
  const { top, height: shown } = place.getBoundingClientRect();
  // The page may zoom or transform the place.
  const scale = shown / (place as HTMLElement).offsetHeight || 1;
  const above = (probe.getBoundingClientRect().top - top) / scale - place.clientTop;
  return place.clientHeight - parseFloat(getComputedStyle(place).paddingBottom) - Math.max(0, above);
}
