import { z } from 'zod';
import { instant, version } from '#shared/kernel/fields.ts';

/** A stored revision of a text. */
export const revision = z.object({ version, title: z.string(), at: instant, by: z.string() });

export type Revision = z.infer<typeof revision>;
