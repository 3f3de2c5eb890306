import { Text } from '@mantine/core';
import { useState } from 'react';
import { bookingStateNames } from '#shared/halls/bookingStates.ts';
import { dayInWords, timesInWords } from '#shared/kernel/calendar.ts';
import { useListed } from '#web/ui/drawers/listedRecords.ts';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import { countOf, lostWords, placeOf, stateOf, whenOf, type BookingGroup } from './groups.ts';
import classes from './ownBookings.module.css';

const pageSize = 25;

type OwnListProps = { groups: readonly BookingGroup[]; halls: readonly Hall[]; onOpen: (booking: Booking) => void };

/** The viewer's bookings, one row per series, expandable to its dates. */
export function OwnList({ groups, halls, onOpen }: OwnListProps) {
  const [count, setCount] = useState(pageSize);
  const onMore = () => setCount((before) => before + pageSize);
  const hasMore = groups.length > count;
  const dates = groups.slice(0, count).flatMap((group) => group.dates);
  useListed(dates, ({ id }) => id, {
    total: groups.reduce((sum, group) => sum + group.dates.length, 0),
    onMore: hasMore ? onMore : undefined,
  });
  return (
    <>
      <ul className={classes['list']} aria-label="Buchungen">
        {groups.slice(0, count).map((group) => (
          <Row key={group.key} group={group} halls={halls} onOpen={onOpen} />
        ))}
      </ul>
      <MoreButton hasMore={hasMore} isLoading={false} onMore={onMore} state={`${Math.min(count, groups.length)} von ${groups.length}`} />
    </>
  );
}

function Row({ group, halls, onOpen }: Pick<OwnListProps, 'halls' | 'onOpen'> & { group: BookingGroup }) {
  const { first, dates, lost } = group;
  const place = placeOf(first, halls);
  const { words, tone } = stateOf(group);
  const name = [first.holder !== first.club && first.holder, first.title].filter(Boolean).join(': ');
  return (
    <li className={classes['row']}>
      <div>
        {dates.length === 1 ? (
          <RecordLink onOpen={() => onOpen(first)}>{name}</RecordLink>
        ) : (
          <span className={classes['name']}>{name}</span>
        )}
        {first.contactPerson && (
          <Text size="sm" c="dimmed">
            {first.contactPerson}
          </Text>
        )}
      </div>
      <Text size="sm">{whenOf(group)}</Text>
      <Text size="sm">{place}</Text>
      <StateMark tone={tone}>{words}</StateMark>
      {dates.length > 1 ? (
        <div className={classes['more']}>
          <Disclosure title={countOf(group)} onPaper="open">
            <ul className={classes['dates']} aria-label={`Termine von ${name}`}>
              {dates.map((one) => (
                <li key={one.id}>
                  <RecordLink onOpen={() => onOpen(one)}>
                    {dayInWords(one.date)}, {timesInWords(one)}
                  </RecordLink>{' '}
                  {[placeOf(one, halls) !== place && placeOf(one, halls), one.state !== 'approved' && bookingStateNames[one.state]]
                    .filter(Boolean)
                    .join(', ')}
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      ) : (
        lost > 0 && (
          <Text size="sm" c="dimmed" className={classes['more']}>
            {lostWords(lost)}
          </Text>
        )
      )}
    </li>
  );
}
