/**
 * Where an inline widget goes: the element, the selector's first, right after a script tag that was given as the place,
 * or the end of the body.
 */
export function findTarget(target: Element | string | undefined): Element {
  const element = typeof target === 'string' ? document.querySelector(target) : target;
  if (element instanceof HTMLScriptElement && element.closest('body')) {
    const place = document.createElement('div');
    element.after(place);
    return place;
  }
  return element instanceof HTMLScriptElement ? document.body : (element ?? document.body);
}
