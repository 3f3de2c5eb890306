import type { QueryClient } from '@tanstack/react-query';

/** Requests the first rows of a page's list for the query of its URL, while the page itself is still rendered. */
export type Prefetch = (client: QueryClient, search: object, path: string) => Promise<void>;
