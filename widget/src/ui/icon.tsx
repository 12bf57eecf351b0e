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
  warn: 'M12 8v5m0 3.2v.01M12 3 2.5 20h19Z',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.5a4.4 4.4 0 0 0 7 0M9 9.5v.01M15 9.5v.01',
  voice: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
} as const;

export type IconName = keyof typeof paths;

/** An icon of 24 by 24; the button around it has the name. */
export function Icon({ name, path = paths[name] }: { name: IconName; path?: string }) {
  return (
    <svg class={`icon i-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
