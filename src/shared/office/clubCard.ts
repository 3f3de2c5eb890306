import type { ShownPage } from '#shared/content/contentPages.ts';

/** What everybody reads on the club's card. */
export type ClubCard = { departments: string[]; places: string[]; contact: ShownPage['body'] | null; pages: ShownPage['menu'] };
