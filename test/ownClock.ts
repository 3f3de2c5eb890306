import { afterAll } from 'vitest';
import { setClock } from '../src/server/platform/process/clock.ts';

// The files of one worker share their modules, so a file that changes the clock must reset it.
afterAll(() => setClock());
