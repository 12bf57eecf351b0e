export { announce, type Announcement } from './announce.ts';
