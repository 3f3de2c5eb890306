/** The encryption key shared by all servers and commands of a test run, since they copy one template database. */
export const dataKey = 'a key of the sealed columns for tests alone';
