import { useState, type ReactNode } from 'react';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import type { Checkout } from './ApplyForm.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Most visitors only read: the form is loaded on demand.
const ApplyForm = lazyPart(async () => (await import('./ApplyForm.tsx')).ApplyForm);

type ApplyPartProps = {
  /** The membership fees, usually the first question. */
  fees: ReactNode;
  checkout: Checkout;
};

/** Applies for a membership, for oneself or a child; a part of /myClub. */
export function ApplyPart({ fees, checkout }: ApplyPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PagePart title="Mitglied werden" lead={`Stellen Sie den Antrag hier; der Vorstand von ${boot.club.displayName} meldet sich per Mail.`}>
      {fees}
      {isOpen ? (
        <ApplyForm checkout={checkout} />
      ) : (
        <PlainButton look="main" onClick={() => setIsOpen(true)}>
          Mitgliedsantrag ausfüllen
        </PlainButton>
      )}
    </PagePart>
  );
}
