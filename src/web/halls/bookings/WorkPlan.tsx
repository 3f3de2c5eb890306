import { facilityTarget } from '#shared/halls/facilities.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { PlanView, type PlanViewProps } from '../plan/PlanView.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import type { BookingWish } from './newBooking.ts';
import type { Booking, Hall } from './queries.ts';
import { useMove } from './useMove.ts';

type WorkPlanProps = Omit<PlanViewProps, 'club' | 'mayBook' | 'work'> & {
  viewer: User;
  /** All halls known to the viewer, as targets of moves. */ allHalls: readonly Hall[];
  picked: Booking | undefined;
  onPick: (booking: Booking | undefined) => void;
  onBook: (wish?: BookingWish) => void;
};

/** The editable plan: a drawn hour becomes a booking, a move is saved or asks first. */
export function WorkPlan({ viewer, allHalls, picked, onPick, onBook, ...shown }: WorkPlanProps) {
  const actor = { role: viewer.role.name };
  const club = viewer.club.name;
  const decidesOn = (hall: Hall) => may(actor, 'bookings.confirm', facilityTarget(club, hall)) !== undefined;
  const moving = useMove(allHalls, decidesOn);
  // The picked booking may be on a day that is no longer shown.
  const full = ({ id }: { id: string }) => (picked?.id === id ? picked : shown.plan.bookings.find((one) => one.id === id));
  const mayBook = may(actor, 'bookings.create', 'club') !== undefined;
  return (
    <>
      <PlanView
        {...shown}
        club={club}
        mayBook={mayBook}
        work={{
          picked,
          onPick: (one) => onPick(one && full(one)),
          onDraw: onBook,
          onNew: () => mayBook && onBook(),
          onDrop: (one, place, clash) => {
            const booking = full(one);
            onPick(undefined);
            if (booking) moving.drop(booking, place, clash);
          },
        }}
      />
      <MoveDialog moving={moving} halls={allHalls} decidesOn={decidesOn} />
    </>
  );
}
