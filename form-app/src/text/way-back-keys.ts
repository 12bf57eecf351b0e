import type { WayBack } from '../store/app-store.ts';
import type { MessageKey } from './messages.ts';

export const wayBackKeys: Readonly<Record<WayBack, MessageKey>> = {
  address: 'keepLink',
  tab: 'keepTab',
  link: 'keepOnlyLink',
};
