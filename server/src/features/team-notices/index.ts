export { queueTeamNotice, type TeamNotice } from './team-notices.sql.ts';
