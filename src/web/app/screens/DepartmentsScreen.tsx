import { DepartmentsPage } from '#web/club/departments/DepartmentsPage.tsx';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';

/** /admin/departments: the departments of a club, led by its people. */
export function Page() {
  return <DepartmentsPage PersonField={PersonSearch} />;
}
