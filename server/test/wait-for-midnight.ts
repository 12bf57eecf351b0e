import { setTimeout as wait } from 'node:timers/promises';

const dayMs = 86_400_000;
const maxFileMs = 60_000;

// Counts of a UTC day must not begin again in the middle of a test: in the last minute of a day, a file waits for the
// next one. The database's clock can't be moved on real PostgreSQL.
const left = dayMs - (Date.now() % dayMs);
if (left < maxFileMs) await wait(left);
