import type { HelperListView, ShiftView } from '../../src/shared/helpers/helperListShapes.ts';

const id = (end: number) => `7c1d2e3f-4a5b-4c6d-8e7f-00000000000${end}`;

/** A shift at the summer feast from 18:00 to 20:00 o'clock, of whose two helpers none is found. */
export function shiftOf(changes: Partial<ShiftView> = {}): ShiftView {
  return {
    id: id(2),
    area: 'Essen',
    task: 'Grill',
    place: 'Vereinsheim',
    startsAt: '2027-07-03T16:00:00.000Z',
    endsAt: '2027-07-03T18:00:00.000Z',
    needed: 2,
    filled: 0,
    standby: 0,
    ageMin: null,
    contact: '',
    note: '',
    creditMinutes: null,
    responsibleClub: null,
    version: 3,
    helpers: [],
    ...changes,
  };
}

/** The helper list of the summer feast. */
export function helperListOf(changes: Partial<HelperListView> = {}): HelperListView {
  return {
    id: id(1),
    club: 'RWA',
    title: 'Sommerfest',
    startsOn: '2027-07-03',
    endsOn: '2027-07-04',
    state: 'open',
    visibility: 'link',
    token: 'sommerfest-sommerfest',
    description: '',
    eventId: null,
    eventTitle: null,
    reminderDays: 2,
    contact: '',
    version: 6,
    shifts: [],
    items: [],
    ...changes,
  };
}
