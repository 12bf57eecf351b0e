export { parseAllowList } from './allow-list.ts';
export { OutboundError } from './outbound-error.ts';
export { createOutbound, type Outbound, type OutboundResponse } from './outbound.ts';
