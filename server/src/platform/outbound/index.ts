export { parseAllowList } from './allow-list.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export { BodyError, writeBody } from './write-body.ts';
export { createOutbound, type Outbound, type OutboundResponse } from './outbound.ts';
