import type { PersonalData } from '#server/platform/database/personalData.ts';
import { calendarDayRule } from '../closures/table.ts';
import { defect, facility, facilityOpening, facilityUnit } from '../facilities/table.ts';
import { booking, bookingSeries, occupancy } from './table.ts';

/** Halls and their bookings: clubs book them, persons are only named in free text. */
export const hallsData: PersonalData = {
  mayName: [
    ...[booking, bookingSeries].flatMap((table) => [table.contactPerson, table.contactPhone, table.title, table.message, table.createdBy]),
    booking.reason,
    facility.ownerName,
    facility.caretakerName,
    facility.caretakerPhone,
    defect.text,
    defect.reportedBy,
    defect.responsible,
    defect.note,
  ],
  leftAlone: [
    { table: calendarDayRule, why: 'Holidays and closures.' },
    { table: facilityUnit, why: 'Parts of halls.' },
    { table: facilityOpening, why: 'Opening times.' },
    { table: occupancy, why: 'Times that are taken.' },
  ],
};
