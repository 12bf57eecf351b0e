export { createRetention } from './create-retention.ts';
