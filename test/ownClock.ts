import { afterAll } from 'vitest';
import { setClock } from '../src/server/platform/process/clock.ts';

// The files of one worker share its modules: whoever moves the clock leaves the true one to the next file.
afterAll(() => setClock());
