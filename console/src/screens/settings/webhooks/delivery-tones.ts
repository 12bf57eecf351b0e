import type { DeliveryStatus } from '@portico/shared-types/api/webhooks';
import type { Tone } from '../../../ui/badge.tsx';

export const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'plain',
  success: 'good',
  failed: 'bad',
  retrying: 'wait',
};
