/**
 * Where an inline widget goes: the element, the selector's first, right after a script tag that was given as the place,
 * or the end of the body. Null while there is no such place: a page of the site without the chat.
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

/** A swapped body (Turbo and its like) holds the same tag as another node. */
function findTwin({ src, dataset }: HTMLScriptElement): HTMLScriptElement | null {
  const isTwin = (other: HTMLScriptElement) => other.src === src && other.dataset['chat'] === dataset['chat'];
  return [...document.scripts].find(isTwin) ?? null;
}
