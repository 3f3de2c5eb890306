import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id } from '#shared/kernel/fields.ts';
import { kindsOfNotices, noticeKinds, noticeTopics } from './noticeTopics.ts';

const userNotice = z.object({
  id,
  club: clubName,
  topic: z.enum(noticeTopics),
  title: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
});
export type UserNotice = z.infer<typeof userNotice>;

const ways = { mail: z.boolean(), push: z.boolean() };
const kind = z.enum(noticeKinds);
const choice = z.object({
  kind,
  ...ways,
  people: z
    .array(z.object({ personId: id, name: z.string(), ...ways, isOwn: z.boolean() }))
    .describe('The channels per person, if the account acts for several people; empty for kinds that cannot be set per person.'),
});

/** The chosen channels of a kind. Kinds that require written form keep their mail. */
const choiceInput = z
  .strictObject({
    kind,
    ...ways,
    personId: id.nullable().default(null).describe('Applies to this person only; null applies to all persons.'),
  })
  .refine((one) => one.personId === null || kindsOfNotices[one.kind].isByPerson, {
    path: ['personId'],
    message: 'Das gilt für alle gemeinsam.',
  })
  .refine((one) => one.mail || !kindsOfNotices[one.kind].isMailFixed, {
    path: ['mail'],
    message: 'Diese Nachrichten kommen immer per Mail.',
  })
  .refine((one) => one.mail || one.push || !kindsOfNotices[one.kind].isOneFixed, {
    path: ['mail'],
    message: 'Einer der Wege bleibt, damit niemand vor verschlossener Halle steht.',
  });

/** The notices of an account with their full texts, including every mail about an enrolment. */
export const noticesContract = {
  list: endpoint(
    { access: 'userNotices.read' },
    { method: 'GET', path: '/me/notices', summary: 'Meine Nachrichten', description: 'The latest 50 notices.' },
  ).output(z.array(userNotice)),
  read: endpoint(
    { access: 'userNotices.read' },
    {
      method: 'POST',
      path: '/me/notices/read',
      summary: 'Nachrichten als gelesen merken',
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] },
    },
  )
    .input(z.strictObject({ ids: z.array(id).min(1).max(50) }))
    .output(done),
  choices: endpoint(
    { access: 'userNotices.choose' },
    { method: 'GET', path: '/me/notices/choices', summary: 'Auf welchen Wegen Nachrichten kommen' },
  ).output(z.array(choice)),
  choose: endpoint(
    { access: 'userNotices.choose' },
    {
      method: 'PUT',
      path: '/me/notices/choices',
      summary: 'Wählen, auf welchen Wegen Nachrichten einer Art kommen',
      description:
        'Every notice appears in the inbox; `mail` and `push` are additional channels. Setting the channels for all persons deletes the settings for single persons.',
      example: { kind: 'duties', mail: false, push: true },
    },
  )
    .input(choiceInput)
    .output(done),
};
