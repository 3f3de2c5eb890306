// How the built server is run, by `npm start` and by the bench alike.

/**
 * Node sizes its heap by the memory of the machine; a server of 40 MiB of live data need not grow to 400.
 * Measured under load: 480 MiB at the most without these, 210 MiB with them, at the same CPU per request. HEAP_MB says it otherwise.
 */
export const serverOptions = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** Compiled code is kept from start to start (300 instead of 350 ms); glibc keeps one heap per thread, of which two are enough. */
export const serverEnvironment = { NODE_ENV: 'production', NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', MALLOC_ARENA_MAX: '2' };
