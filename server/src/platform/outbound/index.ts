export { parseAllowList } from './allow-list.ts';
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundOptions,
  type OutboundResponse,
  type StreamOptions,
} from './outbound.ts';
