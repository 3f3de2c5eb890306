import { schemaResolver } from '@mantine/form';
import type { z } from 'zod';
import { speakGerman } from '#shared/kernel/germanErrors.ts';

speakGerman();

/** Validates a form with the shape that the server uses too; returns German messages per field. */
export function validating(shape: z.ZodType) {
  return schemaResolver(shape, { sync: true });
}
