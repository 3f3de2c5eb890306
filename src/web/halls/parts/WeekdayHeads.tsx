import { weekdayNames } from '#shared/kernel/calendar.ts';

/** Table headings for weekdays: two letters, with the full name for screen readers. */
export function WeekdayHeads() {
  return weekdayNames.map((name) => (
    <th key={name} scope="col">
      <abbr title={name}>{name.slice(0, 2)}</abbr>
    </th>
  ));
}
