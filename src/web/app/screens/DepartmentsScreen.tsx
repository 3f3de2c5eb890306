import { DepartmentsPage } from '#web/club/departments/DepartmentsPage.tsx';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';

/** /admin/departments: composes a club's departments with the persons who lead them. */
export function Page() {
  return <DepartmentsPage PersonField={PersonSearch} />;
}
