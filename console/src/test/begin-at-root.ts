import { beforeEach } from 'vitest';

// Files share a process and its address, so a list would open the dialog that a test of another file has opened last.
beforeEach(() => history.replaceState(null, '', '/'));
