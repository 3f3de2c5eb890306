import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { candidatesQuery } from '../offers/queries.ts';
import { WatchPart } from './WatchPart.tsx';

type FamilyWatchProps = { target: { courseId: string } } & Pick<ComponentProps<typeof WatchPart>, 'label'>;

/** Offers a watch to an account whose family has somebody to wait for. */
export function FamilyWatch(watch: FamilyWatchProps) {
  const { data } = useQuery(candidatesQuery({ of: 'course', id: watch.target.courseId }));
  return data && isWithoutSeat(data) ? <WatchPart {...watch} /> : null;
}

/** Whether somebody of a family may still come, and has to wait for it; a family in which nobody may come asks for others. */
function isWithoutSeat(people: readonly Candidate[]): boolean {
  const outside = people.filter(({ state, reasons }) => state === null && reasons.length === 0);
  return (outside.length > 0 || people.every(({ state }) => state === null)) && outside.every(({ phase }) => phase.action !== 'register');
}
