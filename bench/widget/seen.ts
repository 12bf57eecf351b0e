/** Measurements of the page under test itself (probe.js). Times are in milliseconds since the navigation started. */
export type Seen = {
  /** When the first file of the subject was loaded; without one, when the page was. */
  arrived: number | null;
  launcher: number | null;
  /** When the launcher was clicked. */
  clicked: number | null;
  usable: number | null;
  /** Tasks of over 50 ms. */
  tasks: { start: number; duration: number }[];
};
