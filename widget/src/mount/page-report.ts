import type { Report } from './panel-module.ts';

/** Returns a function that dispatches each event on window, for any script of the page, and passes it to `report`. */
export function createPageReport(report?: Report): Report {
  return (name, detail) => {
    dispatchEvent(new CustomEvent(`portico:${name}`, { detail }));
    report?.(name, detail);
  };
}
