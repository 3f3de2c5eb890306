import type { UseFormReturnType } from '@mantine/form';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import type { Facility, FacilityInput } from '#shared/halls/facilities.ts';
import type { User } from '#shared/kernel/user.ts';

/** The form of a facility. */
export type FacilityFormType = UseFormReturnType<FacilityInput>;

/** The values of a stored facility, or of a new one of the viewer's club. */
export function newFacility(viewer: User, stored?: Facility): FacilityInput {
  if (stored) {
    const { id: _id, staff, openDefects: _openDefects, version: _version, ...values } = stored;
    return { ...values, ...(staff ?? { caretakerName: '', caretakerPhone: '', keyNote: '' }) };
  }
  const club = viewer.club.name;
  const isTown = club === 'GSV';
  return {
    name: '',
    slug: '',
    kind: 'hall',
    ownerKind: isTown ? 'municipality' : 'club',
    ownerClub: isTown ? null : club,
    ownerName: '',
    managerClub: club,
    street: '',
    postcode: '',
    city: '',
    latitude: null,
    longitude: null,
    surface: '',
    capacityPersons: null,
    equipment: [],
    isAccessible: false,
    description: '',
    image: '',
    imageAlt: '',
    rulesFile: '',
    gridMinutes: 15,
    bufferMinutes: 0,
    minMinutes: 30,
    maxMinutes: 720,
    leadDays: 0,
    maxAdvanceDays: 400,
    minParticipants: null,
    needsApproval: isTown,
    closedInSchoolHolidays: isTown,
    closedOnPublicHolidays: isTown,
    publicDetail: 'club',
    isActive: true,
    caretakerName: '',
    caretakerPhone: '',
    keyNote: '',
    units: [{ label: 'Teil 1', retiredOn: null }],
    openings: weekdayNames.map((_name, index) => ({ weekday: index + 1, opens: '08:00', closes: '22:00', validFrom: null, validTo: null })),
  };
}
