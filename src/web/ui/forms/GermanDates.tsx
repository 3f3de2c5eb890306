import 'dayjs/locale/de';
import { DatesProvider } from '@mantine/dates';
import type { ReactNode } from 'react';

/** German names, a week that begins on Monday and no red days (too pale to read), for the date fields within. */
export function GermanDates({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ locale: 'de', firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>;
}
