import { contentPageInput, type ContentPage } from '#shared/content/contentPages.ts';
import { legalPages, type LegalKind } from '#shared/content/legalPages.ts';
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

/** The values of a new page, of a legal kind if one is asked for: such a page is made to be seen. */
export function newValues(kind: LegalKind | undefined): PageValues {
  const values = valuesOf(undefined);
  if (!kind) return values;
  const { label: title, slug } = legalPages[kind];
  return { ...values, title, slug, legalKind: kind, state: 'published' };
}

/** The shape that form and server validate with. */
export const pageShape = contentPageInput;
