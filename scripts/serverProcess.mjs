// The Node options and environment of the built server, shared by `npm start` and the benchmark.

/**
 * By default Node sizes its heap by the machine's memory; a server with 40 MiB of live data may then grow to 400 MiB.
 * Measured under load: at most 480 MiB without these options, 254 MiB with them. Half of the room for young objects would save
 * 20 MiB, but in a rush of enrolments the server would spend an eighth more time, collecting what is about to be garbage anyway.
 * HEAP_MB overrides the limit.
 */
export const serverOptions = ['--max-semi-space-size=16', '--max-old-space-size=512'];

/**
 * The compile cache reduces the start from 350 to 300 ms; glibc would create one arena per thread, of which two are enough. Besides the
 * certificate authorities of Node, those of the system are trusted, e.g. that of a town for its mail server.
 */
export const serverEnvironment = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  NODE_USE_SYSTEM_CA: '1',
  MALLOC_ARENA_MAX: '2',
};
