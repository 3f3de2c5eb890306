import { lazy, Suspense, useState } from 'react';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { TextsToRead } from './TextsToRead.tsx';

// Most visitors only read: the form comes when somebody wants it.
const ApplyForm = lazy(() => import('./ApplyForm.tsx').then((module) => ({ default: module.ApplyForm })));

/** The way into the club: a membership application, for oneself or a child; a part of /myClub. */
export function ApplyPart() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PagePart title="Mitglied werden" lead={`Stellen Sie den Antrag hier; der Vorstand von ${boot.club.displayName} meldet sich per Mail.`}>
      {isOpen ? (
        <Suspense fallback={<Pending />}>
          <TextsToRead />
          <ApplyForm />
        </Suspense>
      ) : (
        <PlainButton look="main" onClick={() => setIsOpen(true)}>
          Mitgliedsantrag ausfüllen
        </PlainButton>
      )}
    </PagePart>
  );
}
