import { presenceOf, rolesWith } from '../../people/index.ts';
import type { Answering } from './team.sql.ts';

export const answering: Answering = { roles: rolesWith('conversations:write'), presenceOf };
