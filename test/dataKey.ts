/** The key of sealed columns that all servers and commands of a test run share, since they copy one template. */
export const dataKey = 'a key of the sealed columns for tests alone';
