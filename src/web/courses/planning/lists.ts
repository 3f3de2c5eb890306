/** The path of the list that contains an offer or a template. */
export function listOf({ isTemplate }: { isTemplate: boolean }): string {
  return isTemplate ? '/admin/courses/vorlagen' : '/admin/courses';
}
