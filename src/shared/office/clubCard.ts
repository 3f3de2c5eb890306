import type { ShownPage } from '#shared/content/contentPages.ts';

/** The public data of a club on its card. */
export type ClubCard = { departments: string[]; places: string[]; contact: ShownPage['body'] | null; pages: ShownPage['menu'] };
