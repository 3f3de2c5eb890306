/**
 * Node's own HTTP. An `import` of it would read every one of its exports, and one of them loads the whole fetch client:
 * a tenth of the time that the server needs to start.
 */
export const http = process.getBuiltinModule('node:http');
