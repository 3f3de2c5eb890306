import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';
import { objectionAnswer, objectionInput, objectionView, offerInput, offerReply } from './objections.ts';

const exampleId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b13';

/** Objections to results, and the answers to them. */
export const objectionEndpoints = {
  objections: endpoint({ access: 'wishes.list' }, { method: 'GET', path: '/seasons/{id}/objections', summary: 'Einwände' })
    .input(z.strictObject({ id }))
    .output(z.array(objectionView)),
  object: endpoint(
    { access: 'wishes.submit' },
    {
      method: 'POST',
      path: '/seasons/{id}/objections',
      summary: 'Einwand erheben',
      description: 'Possible during the consultation; the manager may enter one for an organisation without an account.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { text: 'Unsere Minis brauchen eine Zeit vor 18 Uhr.' },
    },
  )
    .input(objectionInput.extend({ id, organisationId: id.optional() }))
    .output(objectionView),
  answer: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'POST',
      path: '/objections/{id}/answer',
      summary: 'Einwand beantworten',
      description: 'If upheld with the requested free time, the time is granted in the sent plan (409 if it is taken).',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: { state: 'rejected', answer: 'Jugend geht vor.' },
    },
  )
    .input(objectionAnswer.extend({ id }))
    .output(objectionView),
  offer: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/objections/{id}/offer',
      summary: 'Auf einen Einwand eine andere Zeit anbieten',
      description: 'The objection stays open until the offer is answered. Fails with 409 if the time is taken.',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: {
        place: { facilityId: exampleId, unitIds: [exampleId], weekday: 3, startTime: '17:00', week: 'every' },
        insteadOf: 2,
        answer: 'Mittwochs wäre frei.',
      },
    },
  )
    .input(offerInput.extend({ id }))
    .output(objectionView),
  reply: endpoint(
    { access: 'wishes.submit', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/objections/{id}/reply',
      summary: 'Ein Gegenangebot annehmen oder ablehnen',
      description: 'Accepting grants the time if it is still free; the returned state shows it.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { answer: 'declined', reply: 'Mittwochs haben wir keine Übungsleitung.' },
    },
  )
    .input(offerReply.extend({ id }))
    .output(objectionView),
  withdraw: endpoint(
    { access: 'wishes.submit' },
    {
      method: 'POST',
      path: '/objections/{id}/withdrawal',
      summary: 'Einwand zurückziehen',
      description: 'Until it is answered.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ id }))
    .output(objectionView),
};
