import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays, germanDate, localOf, weekdayOf, clockPattern } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { CourseFields, EditedCourse } from '#shared/courses/courseShapes.ts';
import { sportIn } from '#shared/halls/sports.ts';
import { HallCheck } from '#web/halls/parts/HallCheck.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useNow } from '#web/lib/useNow.ts';
import { datesQuery } from './queries.ts';

/** How far ahead the sessions of a permanent group are previewed. */
const endlessDays = 270;

type Draft = Awaited<ReturnType<typeof api.courses.dates>>['drafts'][number];
type DatesPartProps = { values: CourseFields; club: ClubName; course?: EditedCourse | undefined };

/** The sessions that result from the weekly times, the ones omitted, and conflicts with bookings. */
export function DatesPart({ values: { title, startsOn, endsOn, holidayMode, slots }, club, course }: DatesPartProps) {
  const nowMs = useNow();
  const lastDay = endsOn ?? (startsOn && addDays(startsOn > today() ? startsOn : today(), endlessDays));
  const isWhole =
    slots.length > 0 &&
    startsOn !== '' &&
    lastDay >= startsOn &&
    slots.every(({ startTime, endTime }) => clockPattern.test(startTime) && clockPattern.test(endTime) && endTime > startTime);
  const asked = {
    club,
    startsOn,
    endsOn: lastDay,
    holidayMode,
    slots: slots.map(({ id: _id, ...one }) => one),
    ...(course && { except: course.id }),
  };
  const { data } = useQuery(datesQuery(asked, isWhole));
  if (!data || !isWhole) return null;
  const hours = data.dates
    .filter(({ startsAt }) => Date.parse(startsAt) > nowMs)
    .flatMap(({ date, startsAt }) =>
      slots
        .filter(({ weekday, startTime }) => weekday === weekdayOf(date) && startTime === localOf(new Date(startsAt)).time)
        .flatMap(({ facilityId, unitIds, startTime, endTime }) =>
          facilityId !== null && unitIds.length > 0 ? [{ facilityId, unitIds, date, startTime, endTime }] : [],
        ),
    )
    .slice(0, 600);
  const sport = sportIn(title);
  const except = course?.sessions.flatMap(({ hall }) => hall?.bookingId ?? []) ?? [];
  return (
    <>
      {endsOn !== null && (
        <Text size="sm" component="output">
          <strong>{data.dates.length === 1 ? '1 Termin.' : `${data.dates.length} Termine.`}</strong>{' '}
          {data.skipped.length > 0 &&
            `Es fallen aus: ${data.skipped.map(({ date, reason }) => `${germanDate(date).slice(0, 6)} ${reason}`).join(', ')}.`}
        </Text>
      )}
      <HallCheck ask={hours.length > 0 ? { hours, except, isPlanned: true, ...(sport && { about: sport }) } : undefined} />
      <OtherDrafts drafts={data.drafts} />
    </>
  );
}

/** Drafts hold no hall: whichever is published first gets it. */
function OtherDrafts({ drafts }: { drafts: readonly Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <Alert color="waiting" title="Zur selben Zeit ist auch ein anderer Entwurf geplant" role="note" aria-live="polite">
      {drafts.map(({ id, title, dates, firstOn }) => (
        <Text key={id} size="sm">
          <Anchor href={`/admin/courses/${id}`} target="_blank" inherit underline="always">
            „{title}“
          </Anchor>
          , {dates === 1 ? `am ${germanDate(firstOn)}` : `${dates} Termine ab ${germanDate(firstOn)}`}
        </Text>
      ))}
      <Text size="sm">Die Halle bekommt, was zuerst veröffentlicht wird.</Text>
    </Alert>
  );
}
