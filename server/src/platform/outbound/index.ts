export { parseAllowList } from './allow-list.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export { fetchTrusted } from './fetch-trusted.ts';
export { readRetryAfter } from './read-retry-after.ts';
export { BodyError, writeBody } from './write-body.ts';
export { createOutbound, type Outbound, type OutboundResponse } from './outbound.ts';
