/** What the page under test saw of itself (probe.js). Times are in milliseconds since the navigation began. */
export type Seen = {
  /** When the first file of the subject was there; if there is none, when the page was. */
  arrived: number | null;
  launcher: number | null;
  /** When the launcher was clicked. */
  clicked: number | null;
  usable: number | null;
  /** Tasks of over 50 ms. */
  tasks: { start: number; duration: number }[];
};
