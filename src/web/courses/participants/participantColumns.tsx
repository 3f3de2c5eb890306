import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import { compareNames, listedName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { callTo, marksOf, paidOf, stateOf, toneOf, untilOf } from './participantWords.ts';
import classes from './participants.module.css';

type Listed = Pick<StaffedList, 'rows' | 'sessionsHeld' | 'payments'>;

/** The columns of a course's participants; those that nobody has a word for are left out. */
export function participantColumns({ rows, sessionsHeld, payments }: Listed): Column<ListedParticipant>[] {
  const hasPayments = payments !== null && payments.length > 0;
  const hasNotes = rows.some(({ staffNote }) => staffNote);
  return [
    { name: 'name', label: 'Name', isName: true, isOneLine: true, sort: 'name', cell: listedName },
    { name: 'age', label: 'Alter', isNumber: true, sort: 'age', cell: ({ age }) => age ?? '–' },
    { name: 'state', label: 'Stand', sort: 'state', cell: (one) => <State one={one} /> },
    ...(hasPayments
      ? [
          {
            name: 'paid',
            label: 'Bezahlung',
            isOneLine: true,
            isOffPaper: true,
            cell: (one: ListedParticipant) => paidOf(one, payments) || '–',
          },
        ]
      : []),
    {
      name: 'present',
      label: 'Anwesend',
      isNumber: true,
      isOneLine: true,
      sort: 'present',
      cell: ({ present }) => `${present} von ${sessionsHeld}`,
    },
    {
      name: 'phone',
      label: 'Telefon',
      isOneLine: true,
      cell: ({ phone }) => (phone ? <a href={callTo(phone)}>{phone}</a> : '–'),
    },
    { name: 'marks', label: 'Hinweise', isOneLine: true, cell: (one) => marksOf(one) || '–' },
    ...(hasNotes ? [{ name: 'note', label: 'Notiz', isOffPaper: true, cell: ({ staffNote }: ListedParticipant) => staffNote ?? '' }] : []),
    { name: 'price', label: 'Preis', isNumber: true, isHiddenAtFirst: true, isOffPaper: true, cell: priceOf },
    { name: 'email', label: 'E-Mail', isHiddenAtFirst: true, cell: ({ contactEmail }) => contactEmail ?? '–' },
    { name: 'since', label: 'Angemeldet am', isHiddenAtFirst: true, isOneLine: true, cell: ({ registeredAt }) => formatDate(registeredAt) },
  ];
}

/** The ways to sort by a heading. Only the waiting list has positions, so that by state it comes after the seats. */
export const participantOrders: { readonly [sort: string]: (one: ListedParticipant, other: ListedParticipant) => number } = {
  state: (one, other) => (one.position ?? 0) - (other.position ?? 0),
  name: (one, other) => compareNames(listedName(one), listedName(other)),
  age: (one, other) => (one.age ?? -1) - (other.age ?? -1),
  present: (one, other) => one.present - other.present,
};

function State({ one }: { one: ListedParticipant }) {
  return (
    <>
      <StateMark tone={toneOf(one)}>{stateOf(one)}</StateMark>
      {untilOf(one) && <span className={classes['until']}>{untilOf(one)}</span>}
    </>
  );
}

function priceOf({ priceCents, priceCategory }: ListedParticipant): string {
  if (priceCents === null) return '–';
  return priceCategory ? `${euros(priceCents)} (${priceCategoryNames[priceCategory]})` : euros(priceCents);
}
