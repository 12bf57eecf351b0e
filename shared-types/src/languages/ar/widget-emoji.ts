import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['وجوه', 'أشخاص', 'طبيعة', 'طعام', 'أماكن', 'أنشطة', 'أشياء', 'رموز'];
