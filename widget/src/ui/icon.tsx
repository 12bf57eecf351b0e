const paths = {
  send: 'M12 19V5m0 0-6 6m6-6 6 6',
  stop: 'M8 8h8v8H8z',
  attach: 'm20 11.5-8.1 8.1a5 5 0 0 1-7.1-7.1l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  back: 'm15 5-7 7 7 7',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'm5 12.5 4.5 4.5L19 7',
  up: 'M7 20V10l4.2-7a2 2 0 0 1 2 2.4L12.6 9H18a2 2 0 0 1 2 2.3l-1 7a2 2 0 0 1-2 1.7H7Zm0 0H4V10h3',
  thumbDown: 'M17 4v10l-4.2 7a2 2 0 0 1-2-2.4l.6-3.6H6a2 2 0 0 1-2-2.3l1-7A2 2 0 0 1 7 4h10Zm0 0h3v10h-3',
  again: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 4v4.5h-4.5',
  edit: 'M12 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6M18.4 3.6a2 2 0 0 1 2.9 2.9L12.5 15 9 16l1-3.5Z',
  history: 'M4 5v4h4M4.5 9A8 8 0 1 1 4 13m8-5v4.5l3 2',
  save: 'M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 20h14',
  trash: 'M4 7h16M9 7V4.5h6V7m-8.5 0 .8 12.5h9.4L17.5 7M10 11v5m4-5v5',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  warn: 'M12 8v5m0 3.2v.01M12 3 2.5 20h19Z',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  tool: 'm14.5 6.5 3-3a5 5 0 0 1-6.6 6.6L5 16a2.1 2.1 0 0 0 3 3l5.9-5.9a5 5 0 0 1 6.6-6.6l-3 3-2.5-.5Z',
  quote: 'M5 6h14M5 11h14M5 16h8',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.5a4.4 4.4 0 0 0 7 0M9 9.5v.01M15 9.5v.01',
  voice: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5Zm11-1a5 5 0 0 1 0 7m2.5-9.5a8.5 8.5 0 0 1 0 12',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  shield: 'M12 3 5 5.5v6c0 4.5 3 7.9 7 9.5 4-1.6 7-5 7-9.5v-6Z',
} as const;

export type IconName = keyof typeof paths;

/** An icon of 24 by 24; the button around it has the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon i-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
