import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { RichText, RichTextNode } from '#shared/kernel/richText.ts';
import { clubOfAddress, isPublicPathOf } from '#shared/kernel/storage.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';

type Paths<Field extends string> = { readonly [field in Field]?: string | null | undefined };
type Texts<Field extends string> = { readonly [field in Field]?: RichText | null | undefined };

/**
 * Rejects file paths and pictures in texts that are not public files of the club. Previous values may stay, because an article taken over
 * from another club keeps its picture.
 */
export function requireOwnFiles<Field extends string>(club: ClubName, paths: Paths<Field>, before: Paths<NoInfer<Field>> = {}): void {
  for (const field of keysOf(paths)) {
    const path = paths[field];
    if (path && path !== before[field] && !isPublicPathOf(club, path)) throw fieldProblem(field, 'Bitte eine Datei dieses Vereins wählen.');
  }
}

/** Rejects texts with stored pictures of another club, unless they contained them before. */
export function requireOwnPicturesIn<Field extends string>(club: ClubName, texts: Texts<Field>, before: Texts<NoInfer<Field>> = {}): void {
  for (const field of keysOf(texts)) {
    const known = new Set(picturesIn(before[field]?.content));
    const foreign = picturesIn(texts[field]?.content).find((source) => !known.has(source) && (clubOfAddress(source) ?? club) !== club);
    if (foreign !== undefined) throw fieldProblem(field, 'Ein Bild im Text gehört einem anderen Verein. Bitte laden Sie es hier hoch.');
  }
}

function picturesIn(nodes: readonly RichTextNode[] = []): string[] {
  return nodes.flatMap((node) => [...(node.type === 'image' ? [String(node.attrs?.['src'])] : []), ...picturesIn(node.content)]);
}
