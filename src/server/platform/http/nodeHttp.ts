/**
 * Node's HTTP module. An `import` would read every one of its exports, and one of them loads the whole fetch client, which takes a tenth of
 * the server's start time.
 */
export const http = process.getBuiltinModule('node:http');
