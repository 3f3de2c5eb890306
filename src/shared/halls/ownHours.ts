import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, version } from '#shared/kernel/fields.ts';
import { bookingStates } from './bookingStates.ts';
import { hallAnswer, hallAnswered, hallQuestion } from './notices/holderNotices.ts';
import { planView } from './seasons/plans.ts';
import { objectionInput, objectionView, offerReply } from './seasons/objections.ts';
import { seasonView } from './seasons/seasons.ts';
import { checkWish, wishActions, wishesAtMost, wishShape, wishView } from './seasons/wishes.ts';

/** The maximum number of future dates on the page of an organisation. */
export const ownHoursAtMost = 400;

const ownDate = z.object({
  id,
  date: z.string(),
  words: z.string().describe('The date as German text, e.g. "Dienstag, 12.01.2027, 17:00–18:30 Uhr, Dreifachhalle, Teil 1".'),
  state: z.enum(bookingStates),
  reason: z.string(),
  offer: z.string().nullable().describe('The counter-offer of the manager as German text; null if there is none.'),
  mayRelease: z.boolean(),
  mayReclaim: z.boolean().describe('Whether the released hour can be reclaimed: it has not begun and nobody has taken it over.'),
});

const ownGroup = z.object({
  title: z.string(),
  seriesId: id.nullable(),
  words: z.string().describe('The weekly time, or the kind of a single date, as German text.'),
  dates: z.array(ownDate),
  skipped: z.array(z.object({ date: z.string(), reason: z.string() })).describe('Dates of the series that do not take place.'),
});
export type OwnGroup = z.infer<typeof ownGroup>;

const ownSeason = z.object({
  season: seasonView,
  wishes: z.array(wishView),
  ...planView.pick({ grants: true, refusals: true }).shape,
  objections: z.array(objectionView),
  mayObject: z.boolean(),
});
export type OwnSeason = z.infer<typeof ownSeason>;

const ownHours = z.object({
  club: clubName.describe('The club that manages the halls.'),
  contact: z.object({ name: z.string(), phone: z.string(), maySign: z.boolean() }),
  organisation: z.object({ id, name: z.string(), fixedClass: wishView.shape.fixedClass }),
  choices: z.array(z.object({ id, name: z.string() })).describe('All organisations that the contact represents.'),
  groups: z.array(ownGroup),
  seasons: z.array(ownSeason),
  questions: z.array(hallQuestion),
});
export type OwnHours = z.infer<typeof ownHours>;

const opened = {
  token: z.string().regex(/^[\w-]{20,64}$/),
  organisationId: id.optional().describe('One of the organisations that the contact represents; defaults to that of the link.'),
};
const access = 'organisations.manageByToken';
/** The e-mail address that a new link is sent to. */
export const renewInput = z.strictObject({ email });

const exampleId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';
const exampleWish = {
  groupName: 'Klasse 3b',
  sport: 'Turnen',
  kind: 'school',
  ageGroup: 'children',
  participants: 24,
  options: [{ facilityId: null, weekday: 2, fromTime: '08:00', toTime: '12:00' }],
};

/** The hours of an organisation without an account, accessed through the link in its mails (/organisation/{token}). */
export const ownHoursContract = {
  read: endpoint(
    { access },
    {
      method: 'GET',
      path: '/own-hours/{token}',
      summary: 'Hallenzeiten einer Organisation hinter ihrem Link',
      description: 'Future dates, wishes of open seasons, and results with reasons. A link is valid for 90 days.',
    },
  )
    .input(z.strictObject(opened))
    .output(ownHours),
  calendar: endpoint({ access }, { method: 'GET', path: '/own-hours/{token}/calendar', summary: 'Eigene Hallenzeiten als Kalender (.ics)' })
    .input(z.strictObject(opened))
    .output(z.file()),
  seen: endpoint({ access }, { method: 'POST', path: '/own-hours/{token}/opening', summary: 'Vermerken, dass der Link geöffnet wurde' })
    .input(z.strictObject({ token: opened.token }))
    .output(done),
  renew: endpoint(
    { access: 'hallRequests.create' },
    {
      method: 'POST',
      path: '/own-hours/links',
      summary: 'Link zu den eigenen Hallenzeiten neu anfordern',
      description: 'Sends a new link. The response is the same for known and unknown addresses.',
      example: { email: 'sekretariat@example.org' },
    },
  )
    .input(renewInput)
    .output(done),
  release: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/releases',
      summary: 'Stunden freigeben',
      description: 'Releases hours to other clubs. Hours that have begun or are no longer approved are skipped.',
      example: { bookingIds: [exampleId] },
    },
  )
    .input(z.strictObject({ ...opened, bookingIds: z.array(id).min(1).max(1000) }))
    .output(z.object({ changed: z.int() })),
  reclaim: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/reclaims',
      summary: 'Freigegebene Stunden zurücknehmen',
      description: 'Hours that others have taken over are skipped.',
      example: { bookingIds: [exampleId] },
    },
  )
    .input(z.strictObject({ ...opened, bookingIds: z.array(id).min(1).max(1000) }))
    .output(z.object({ changed: z.int() })),
  answer: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/offers/{bookingId}',
      summary: 'Gegenvorschlag annehmen oder ablehnen',
      description: 'Applies to all dates of the series with a counter-offer.',
      refuses: ['not-offered', 'occupied'],
      example: { isAccepted: true },
    },
  )
    .input(z.strictObject({ ...opened, bookingId: id, isAccepted: z.boolean() }))
    .output(z.object({ changed: z.int() })),
  answerQuestion: endpoint(
    { access, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/own-hours/{token}/questions/{questionId}',
      summary: 'Eine Frage der Hallenverwaltung beantworten',
      description: 'Answers for all contacts of the organisation. `accepted` moves the dates whose proposed hall is still free.',
      refuses: ['wrong-state'],
      example: { answer: 'declined', remark: 'Der Weg ist für die Kinder zu weit.' },
    },
  )
    .input(hallAnswer.extend({ ...opened, questionId: id }))
    .output(hallAnswered),
  addWish: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/seasons/{seasonId}/wishes',
      summary: 'Hallenwunsch absenden',
      refuses: ['wrong-state'],
      example: exampleWish,
    },
  )
    .input(wishShape.extend({ ...opened, seasonId: id }).superRefine(checkWish))
    .output(wishView),
  changeWish: endpoint(
    { access },
    {
      method: 'PUT',
      path: '/own-hours/{token}/wishes/{wishId}',
      summary: 'Hallenwunsch ändern',
      refuses: ['wrong-state'],
      example: { ...exampleWish, version: 1 },
    },
  )
    .input(wishShape.extend({ ...opened, wishId: id, version }).superRefine(checkWish))
    .output(wishView),
  order: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/seasons/{seasonId}/order',
      summary: 'Hallenwünsche ordnen',
      refuses: ['wrong-state'],
      example: { wishIds: [exampleId] },
    },
  )
    .input(z.strictObject({ ...opened, seasonId: id, wishIds: z.array(id).min(1).max(wishesAtMost) }))
    .output(z.object({ changed: z.int() })),
  act: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/seasons/{seasonId}/actions',
      summary: 'Hallenwünsche bestätigen, zurückgeben, wieder aufnehmen',
      refuses: ['wrong-state'],
      example: { action: 'confirm', wishIds: [exampleId] },
    },
  )
    .input(z.strictObject({ ...opened, seasonId: id, action: z.enum(wishActions), wishIds: z.array(id).min(1).max(wishesAtMost) }))
    .output(z.object({ changed: z.int() })),
  object: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/seasons/{seasonId}/objections',
      summary: 'Einwand gegen das Ergebnis erheben',
      refuses: ['wrong-state'],
      example: { wishId: null, text: 'Um diese Zeit fährt kein Bus mehr.' },
    },
  )
    .input(z.strictObject({ ...objectionInput.shape, ...opened, seasonId: id }))
    .output(objectionView),
  reply: endpoint(
    { access, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/own-hours/{token}/objections/{objectionId}/reply',
      summary: 'Ein Gegenangebot zu einem Einwand annehmen oder ablehnen',
      refuses: ['wrong-state'],
      example: { answer: 'declined', reply: 'Mittwochs haben wir keine Aufsicht.' },
    },
  )
    .input(z.strictObject({ ...offerReply.shape, ...opened, objectionId: id }))
    .output(objectionView),
  withdraw: endpoint(
    { access },
    {
      method: 'POST',
      path: '/own-hours/{token}/objections/{objectionId}/withdrawal',
      summary: 'Einen Einwand zurückziehen',
      refuses: ['wrong-state'],
      example: { organisationId: exampleId },
    },
  )
    .input(z.strictObject({ ...opened, objectionId: id }))
    .output(objectionView),
  send: endpoint(
    { access: 'organisations.update' },
    {
      method: 'POST',
      path: '/organisations/links',
      summary: 'Organisationen ihren Link senden',
      description: 'Sends the link to all contacts of the organisations; `sent` is the number of mails.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: [exampleId] },
    },
  )
    .input(z.strictObject({ ids: z.array(id).min(1).max(500) }))
    .output(z.object({ sent: z.int(), without: z.array(z.string()).describe('Organisations without a contact.') })),
};
