import type { PersonalData } from '#server/platform/database/personalData.ts';
import { enrolment } from '../enrolments/table.ts';
import { enrolmentPriceGroup } from './table.ts';

/** The price groups that a seat changed to; they are kept with the enrolment for billing and say nothing more. */
export const priceGroupsData: PersonalData = {
  records: [{ title: 'Preisgruppen', by: [enrolmentPriceGroup.enrolmentId], of: enrolment }],
};
