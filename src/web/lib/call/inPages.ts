const firstPage = (): string | undefined => undefined;

/** Options shared by all infinite list queries: start without a cursor; each page returns the next one. */
export const inPages = {
  initialPageParam: firstPage(),
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};
