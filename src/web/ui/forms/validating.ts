import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';
import { speakGerman } from '#shared/kernel/germanErrors.ts';

speakGerman();

/** Checks a form against the shape that the server checks too, with German sentences at the fields. */
export function validating(shape: z.ZodType) {
  return schemaResolver(shape, { sync: true });
}
