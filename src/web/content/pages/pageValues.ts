import { contentPageInput, type ContentPage } from '#shared/content/contentPages.ts';
import { emptyRichText } from '#shared/kernel/richText.ts';

/** The form values; selects use '' for "none". */
export type PageValues = ReturnType<typeof valuesOf>;

/** The values of a stored page, or of a new one. */
export function valuesOf(page: ContentPage | undefined) {
  return {
    title: page?.title ?? '',
    slug: page?.slug ?? '',
    body: page?.body ?? emptyRichText,
    state: page?.state ?? ('draft' as const),
    menuLabel: page?.menuLabel ?? '',
    menuOrder: page?.menuOrder ?? 0,
    parentId: page?.parentId ?? null,
    legalKind: page?.legalKind ?? null,
  };
}

/** The shape that form and server validate with. */
export const pageShape = contentPageInput;
