export { parseAllowList } from './allow-list.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export { createOutbound, type Outbound, type OutboundResponse } from './outbound.ts';
