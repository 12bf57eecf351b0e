/**
 * The place of an inline widget: the element, the first match of the selector, directly after a script tag given as the
 * place, or the end of the body. Null if there is none: a page of the site without the chat.
 */
export function findTarget(target: Element | string | undefined): Element | null {
  if (typeof target === 'string') return document.querySelector(target);
  if (!(target instanceof HTMLScriptElement)) return target ?? document.body;
  const script = target.isConnected ? target : findTwin(target);
  if (!script?.closest('body')) return script && document.body;
  const place = document.createElement('div');
  script.after(place);
  return place;
}

/** A replaced body (Turbo and the like) contains the same tag as a different node. */
function findTwin(script: HTMLScriptElement): HTMLScriptElement | null {
  const describe = ({ src, dataset }: HTMLScriptElement) => src + JSON.stringify(dataset);
  const isTwin = (other: HTMLScriptElement) => describe(other) === describe(script);
  return [...document.scripts].find(isTwin) ?? null;
}
