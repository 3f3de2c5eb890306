import { weekdayNames } from '#shared/kernel/calendar.ts';

/** The seven heads of a table whose columns are weekdays: two letters, with the whole name behind them. */
export function WeekdayHeads() {
  return weekdayNames.map((name) => (
    <th key={name} scope="col">
      <abbr title={name}>{name.slice(0, 2)}</abbr>
    </th>
  ));
}
