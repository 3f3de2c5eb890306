import type { PersonalData } from '#server/platform/database/personalData.ts';
import { page, pageRedirect, pageRevision } from './table.ts';

/** Content pages with their authors. */
export const pagesData: PersonalData = {
  mayName: [page.title, page.body, page.updatedBy, pageRevision.title, pageRevision.body, pageRevision.by],
  leftAlone: [{ table: pageRedirect, why: 'Addresses of pages.' }],
};
