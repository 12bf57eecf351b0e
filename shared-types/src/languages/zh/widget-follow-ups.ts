import type { Texts } from '../en/widget-follow-ups.ts';

export const texts: Texts = '接下来可以问的问题';
