import 'dayjs/locale/de';
import { DatesProvider } from '@mantine/dates';
import type { ReactNode } from 'react';

/** Settings for the date fields within: German names, weeks from Monday, and no red weekends (too pale to read). */
export function GermanDates({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ locale: 'de', firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>;
}
