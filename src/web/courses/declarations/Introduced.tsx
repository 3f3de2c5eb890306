import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import { authState } from '#web/lib/session/session.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { introOf } from './values.ts';

/** What a declaration is about, while its form is loading. */
export function Introduced({ kind }: { kind: DeclarationKind }) {
  return (
    <PagePart {...introOf(kind, authState().user)}>
      <Pending />
    </PagePart>
  );
}
