/** The cursor of a list's first page: none. The queries of lists that go on take it as their `initialPageParam`. */
export const firstPage: string | undefined = undefined;
