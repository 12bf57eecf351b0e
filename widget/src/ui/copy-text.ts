/** Copies a text; also where the Clipboard API is missing or forbidden (plain http, an iframe without permission). */
export async function copyText(text: string, root: Node | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const place = root instanceof ShadowRoot ? root : document.body;
    const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    place.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (active instanceof HTMLElement) active.focus();
    return isDone;
  }
}
