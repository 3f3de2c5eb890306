/** The address of the list in which an offer or a template stands. */
export function listOf({ isTemplate }: { isTemplate: boolean }): string {
  return isTemplate ? '/admin/courses/vorlagen' : '/admin/courses';
}
