import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import type { helperListInput, HelperListView } from '#shared/helpers/helperListShapes.ts';
import { today } from '#web/lib/berlinDay.ts';

/** The form values of a helper list; only a new one can have a template. */
export type ListValues = Required<z.input<typeof helperListInput>>;
export type ListFormType = UseFormReturnType<ListValues>;

/** The values of a stored list, or of a new one. */
export function valuesOf(list: HelperListView | undefined): ListValues {
  return {
    templateId: null,
    title: list?.title ?? '',
    description: list?.description ?? '',
    eventId: list?.eventId ?? null,
    startsOn: list?.startsOn ?? today(),
    endsOn: list?.endsOn ?? today(),
    visibility: list?.visibility ?? 'link',
    reminderDays: list?.reminderDays ?? 2,
    contact: list?.contact ?? '',
  };
}
