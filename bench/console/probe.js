/*
 * Runs in the page before its own scripts. In each frame, it looks for the screen's heading beside the navigation, and
 * then for the end of all loading, and reports both on the console.

 */
globalThis.watchScreen = (done) => {
  const seen = { interactive: null, complete: null, tasks: [], requests: [] };
  window.seenByBench = seen;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  // No request waits for a response that never ends, like a stream of events.
  const isOver = ({ responseEnd }) => responseEnd > 0;
  const toTimes = ({ startTime, responseEnd }) => ({ start: startTime, end: responseEnd });
  const isThere = (selector) => {
    const element = document.querySelector(selector);
    return (
      element !== null &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getBoundingClientRect().height > 0
    );
  };
  const quietMs = 300;
  let quietSince = null;
  const look = () => {
    const now = performance.now();
    const isScreen = isThere('main h1') && isThere('.bar-link');
    if (seen.interactive === null && isScreen) {
      seen.interactive = now;
    }
    const isLoading = !isScreen || document.querySelector('.skeleton, [aria-busy="true"]') !== null;
    const newest = performance.getEntriesByType('resource').at(-1)?.responseEnd ?? 0;
    if (isLoading || now - newest < quietMs) quietSince = null;
    else quietSince ??= now;
    if (quietSince !== null && now - quietSince > quietMs) {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      seen.requests = entries.filter(isOver).map(toTimes);
      seen.complete = Math.max(...seen.requests.map(({ end }) => end));
      // oxlint-disable-next-line no-console -- the one way to tell the bench that costs the page nothing
      console.debug(done);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
