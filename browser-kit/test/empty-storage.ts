import { beforeEach } from 'vitest';

// Files share a process and its storage, so a test would find what one of another file has stored there. Tests of what
// runs on a server have no storage.
if (typeof document !== 'undefined') {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
