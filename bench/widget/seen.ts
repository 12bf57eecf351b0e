/** What the page under test saw of itself (probe.js). Times are in milliseconds since the navigation began. */
export type Seen = {
  launcher: number | null;
  /** When the launcher was clicked. */
  clicked: number | null;
  usable: number | null;
  /** Tasks of over 50 ms. */
  tasks: { start: number; duration: number }[];
};
