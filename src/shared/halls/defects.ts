import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, paragraphs, version } from '#shared/kernel/fields.ts';

/** The states of a defect, from the report to its end. */
export const defectStates = ['open', 'acknowledged', 'in_progress', 'done', 'rejected'] as const;
/** States in which the defect is not settled. */
export const openDefects: readonly (typeof defectStates)[number][] = ['open', 'acknowledged', 'in_progress'];
/** The German names of the states. */
export const defectStateNames: { readonly [state in (typeof defectStates)[number]]: string } = {
  open: 'Neu',
  acknowledged: 'Gesehen',
  in_progress: 'In Arbeit',
  done: 'Behoben',
  rejected: 'Kein Schaden',
};

const defect = z.object({
  id,
  facilityId: id,
  facilityName: z.string(),
  unitId: id.nullable(),
  unitLabel: z.string().nullable(),
  text: z.string(),
  photo: z.string().nullable().describe('The photo as a data URL, at most 300 KB.'),
  reportedBy: z.string(),
  reportedAt: z.iso.datetime(),
  state: z.enum(defectStates),
  responsible: z.string(),
  note: z.string(),
  version,
});
export type Defect = z.infer<typeof defect>;

/** A defect reported at a facility; the browser scales the photo down. */
export const defectInput = z.strictObject({
  unitId: id.nullable().default(null),
  text: paragraphs(1000).min(5, 'Bitte beschreiben Sie den Schaden mit mindestens 5 Zeichen.'),
  reportedBy: line(120).default(''),
  photo: z
    .string()
    .max(420_000, 'Das Foto ist zu groß.')
    .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/, 'Bitte ein Foto als JPEG, PNG oder WebP.')
    .nullable()
    .default(null),
});

/** The editable fields of a defect, with the version that the edit is based on. */
export const defectUpdate = z.strictObject({
  state: z.enum(defectStates),
  responsible: line(120),
  note: paragraphs(1000),
  version,
});

/** Defects of a facility: reported by anybody, handled by the managing club. */
export const defectsContract = {
  list: endpoint({ access: 'defects.update' }, { method: 'GET', path: '/defects', summary: 'Schäden der eigenen Sportstätten' })
    .input(z.strictObject({ facility: id.optional(), club: clubName.optional(), open: z.stringbool().default(false) }))
    .output(z.array(defect)),
  create: endpoint(
    { access: 'defects.create' },
    {
      method: 'POST',
      path: '/halls/{slug}/defects',
      summary: 'Schaden melden',
      refuses: ['in-progress', 'key-reused'],
      example: { text: 'Die Lampe über Tor 2 flackert.' },
    },
  )
    .input(defectInput.extend({ slug: line(80) }))
    .output(z.object({ ok: z.literal(true) })),
  update: endpoint(
    { access: 'defects.update' },
    {
      method: 'PATCH',
      path: '/defects/{id}',
      summary: 'Schaden bearbeiten',
      refuses: ['conflict'],
      example: { state: 'acknowledged', responsible: 'Hausmeister', note: '', version: 1 },
    },
  )
    .input(defectUpdate.extend({ id }))
    .output(defect),
};
