export { claimForPage, openCall, reportResult, waitForPage } from './client-tools.ts';
export { followAsSender, isClientCall, offerWaitingCalls } from './follow-as-page.ts';
