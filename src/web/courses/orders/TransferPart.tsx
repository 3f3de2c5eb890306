import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { TransferFacts } from '#web/ui/codes/TransferFacts.tsx';

/** The data for paying a seat by transfer, and when it is due. */
export function TransferPart({ of: { dueOn, ...transfer } }: { of: NonNullable<OwnEnrolment['transfer']> }) {
  return (
    <section aria-label="Überweisung">
      <p>
        <strong>So überweisen Sie{transfer.cents === null ? ', sobald der Verein den Betrag nennt' : ''}</strong>
        {dueOn && <>, fällig frühestens am {germanDate(dueOn)}</>}
      </p>
      <TransferFacts {...transfer} />
    </section>
  );
}
