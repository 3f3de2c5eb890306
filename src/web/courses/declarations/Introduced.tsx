import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { intros } from './values.ts';

/** What a declaration is about, while its form is loading. */
export function Introduced({ kind }: { kind: DeclarationKind }) {
  return (
    <PagePart {...intros[kind]}>
      <Pending />
    </PagePart>
  );
}
