import type { Texts } from '../en/widget-emoji.ts';

export const texts: Texts = ['פרצופים', 'אנשים', 'טבע', 'אוכל', 'מקומות', 'פעילויות', 'חפצים', 'סמלים'];
