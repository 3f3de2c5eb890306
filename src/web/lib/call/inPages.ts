const firstPage = (): string | undefined => undefined;

/** What every query of a list that goes on has in common: it begins without a cursor, and each page names the next one. */
export const inPages = {
  initialPageParam: firstPage(),
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};
