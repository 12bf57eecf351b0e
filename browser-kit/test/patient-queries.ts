import { configure } from '@testing-library/preact';
import { timeouts } from '../../scripts/tests/timeouts.ts';

// `findBy…` and `waitFor` give up after a second, which a busy machine may need to load a screen.
configure({ asyncUtilTimeout: timeouts.expect.poll.timeout });
