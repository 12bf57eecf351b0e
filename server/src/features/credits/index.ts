export { createCredits } from './create-credits.ts';
export { type Charge, copyPayer, findPayer, findUse, insertPayer } from './credits.sql.ts';
export { countingUsage, countReply } from './count-usage.ts';
export { countOfDay } from './daily-counts.sql.ts';
export { LimitReached, reportingRefusal, takeOfDay } from './daily-limit.ts';
export { MeteredCall, nothingSpent, type Payer } from './metered-call.ts';
export { roundCredits } from './round-credits.ts';
export { askModel, assertCreditsLeft, chargeRun, releaseTicket } from './run-payer.ts';
export { usageRoutes } from './usage.routes.ts';
