import { afterAll } from 'vitest';
import { setClock } from '../src/server/platform/process/clock.ts';

// The files of one worker share its modules: a file that moves the clock restores it for the next one.
afterAll(() => setClock());
