import { Icon } from './icon.tsx';

const paths = {
  edit: 'M12 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6M18.4 3.6a2 2 0 0 1 2.9 2.9L12.5 15 9 16l1-3.5Z',
  history: 'M4 5v4h4M4.5 9A8 8 0 1 1 4 13m8-5v4.5l3 2',
  save: 'M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 20h14',
  trash: 'M4 7h16M9 7V4.5h6V7m-8.5 0 .8 12.5h9.4L17.5 7M10 11v5m4-5v5',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5Zm11-1a5 5 0 0 1 0 7m2.5-9.5a8.5 8.5 0 0 1 0 12',
  shield: 'M12 3 5 5.5v6c0 4.5 3 7.9 7 9.5 4-1.6 7-5 7-9.5v-6Z',
  tool: 'm14.5 6.5 3-3a5 5 0 0 1-6.6 6.6L5 16a2.1 2.1 0 0 0 3 3l5.9-5.9a5 5 0 0 1 6.6-6.6l-3 3-2.5-.5Z',
} as const;

export type LaterIconName = keyof typeof paths;

/** An icon of the parts that are loaded later, so that no visitor waits for its path. */
export function LaterIcon({ name }: { name: LaterIconName }) {
  return <Icon name="close" path={paths[name]} />;
}
