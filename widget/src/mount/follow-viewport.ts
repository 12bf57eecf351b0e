/** Fits the panel into the part of a phone's screen that the on-screen keyboard and pinch-zoom leave. */
export function followViewport(container: HTMLElement): () => void {
  const viewport = globalThis.visualViewport;
  if (!viewport) return () => {};
  const fit = () => {
    // While zoomed in, the panel keeps its size: zooming is for reading it.
    if (viewport.scale > 1.05) return;
    const { offsetTop, offsetLeft, width, height } = viewport;
    for (const [name, length] of Object.entries({ top: offsetTop, left: offsetLeft, width, height })) {
      container.style.setProperty(`--pt-${name}`, `${length}px`);
    }
  };
  fit();
  viewport.addEventListener('resize', fit);
  viewport.addEventListener('scroll', fit);
  return () => {
    viewport.removeEventListener('resize', fit);
    viewport.removeEventListener('scroll', fit);
  };
}
