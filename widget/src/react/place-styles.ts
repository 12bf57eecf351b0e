/*
 * A strict `style-src` blocks the style attributes of a server's HTML, and hydration never sets them again; what a script
 * sets is allowed. Both functions are refs, which run before the element is painted.
 */

/** Sets the styles that the page gave to a place, and makes it contain the reserved height of its chat. */
export function stylePlace(place: HTMLElement): void {
  applyAgain(place);
  const { display } = getComputedStyle(place);
  // A class may hide the place, now or later, as on small screens and in tabs. This does what `flow-root` does without
  // replacing its display (CSS Box Alignment 3, section 5.1.1); in browsers from before 2024, the layout may shift.
  if (display === 'block' || display === 'none') place.style.alignContent ||= 'stretch';
  else place.style.display ||= 'flow-root';
}

/** Sets the styles of an element that a server rendered, if the browser has blocked them. */
export function applyAgain(element: HTMLElement): void {
  const given = element.getAttribute('style');
  if (given !== null && element.style.length === 0) element.style.cssText = given;
}

/** What the page sets for its icons would move the chat, or change the height. */
const plain = { position: 'static', margin: '0', border: '0', padding: '0', minWidth: '0', minHeight: '0' };

/** Lets the chat be placed beside the reserved height instead of below it. */
export function styleReserve(reserve: SVGElement | null): void {
  if (!reserve) return;
  Object.assign(reserve.style, plain, { float: 'left', width: '0', height: '600px', maxHeight: '100%' });
}
