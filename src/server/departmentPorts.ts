import type { DepartmentPorts } from '#server/club/departments/service.ts';
import { newsOfDepartments } from '#server/content/news/service.ts';
import { cardsOfDepartments } from '#server/courses/cards/service.ts';
import { offerUse, plannedOffers } from '#server/courses/offers/service.ts';
import { bookingsOfDepartments } from '#server/halls/bookings/service.ts';
import { wishesOfDepartments } from '#server/halls/seasons/service.ts';
import { expensesOfDepartments } from '#server/money/expenses/service.ts';
import { departmentFees, feesOfDepartments } from '#server/money/fees/service.ts';
import { hoursOfDepartments } from '#server/money/hours/service.ts';
import { departmentMembers, endDepartmentMemberships, memberUse, reopenDepartmentMemberships } from '#server/people/members/departments.ts';
import { personNames } from '#server/people/persons/service.ts';

/** The ports of departments to modules of higher layers. */
export const departmentPorts: DepartmentPorts = {
  namesOf: personNames,
  membersToday: departmentMembers,
  offers: plannedOffers,
  fees: departmentFees,
  endMemberships: endDepartmentMemberships,
  reopenMemberships: reopenDepartmentMemberships,
  uses: [
    memberUse,
    offerUse,
    cardsOfDepartments,
    newsOfDepartments,
    ...hoursOfDepartments,
    expensesOfDepartments,
    feesOfDepartments,
    bookingsOfDepartments,
    wishesOfDepartments,
  ],
};
