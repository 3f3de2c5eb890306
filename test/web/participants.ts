import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';

/** An offer with participants. */
export const offer: StaffedList['course'] = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  slug: 'kinderturnen',
  title: 'Kinderturnen',
  number: 'RWA-2026-001',
  club: 'RWA',
  status: 'published',
  placesMax: 10,
  placesMin: null,
  placesReserved: 0,
  registration: 'open',
  lateJoin: 'yes',
};

/** The id of a participant, by the surname. */
export function idOf(lastname: string): string {
  return `9d7a8a31-5b7c-4c57-8d0f-${lastname.length.toString().padStart(4, '0')}${(lastname.codePointAt(0) ?? 0).toString().padStart(8, '0')}`;
}

/** A participant of an offer. */
export function listed(lastname: string, changes: Partial<ListedParticipant>): ListedParticipant {
  return {
    id: idOf(lastname),
    personId: idOf(lastname),
    firstname: 'Mia',
    lastname,
    age: 9,
    gender: null,
    isMember: true,
    state: 'confirmed',
    position: null,
    registeredAt: '2026-11-01T10:00:00.000Z',
    channel: 'portal',
    phone: null,
    contactEmail: null,
    guardianName: null,
    hasHealthNote: false,
    mayBePhotographed: true,
    isGroup: false,
    offerExpiresAt: null,
    priceCategory: null,
    priceCents: null,
    cancelFeeCents: null,
    comingPrice: '',
    leavesOn: null,
    pause: null,
    mayPause: false,
    moving: '',
    mayLeaveOnDay: false,
    swapUntil: null,
    keptUntil: null,
    staffNote: null,
    present: 2,
    version: 1,
    emergencyContactName: null,
    emergencyContactPhone: null,
    emergencyOthers: [],
    ...changes,
  };
}
