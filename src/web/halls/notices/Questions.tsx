import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { hallAnswer, holderAnswerWords, type HallQuestion } from '#shared/halls/notices/holderNotices.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { DeclineForm } from '../parts/DeclineForm.tsx';
import classes from '../seasons/seasons.module.css';
import type { Answer, useAnswerQuestion } from './queries.ts';

type Answering = Pick<ReturnType<typeof useAnswerQuestion>, 'mutate' | 'isPending' | 'error'>;
type QuestionsProps = { questions: readonly HallQuestion[]; mayAnswer: boolean; answering: Answering };

/** Questions of the halls' managers with the answers; used behind the link of a mail and in the portal. */
export function Questions({ questions, mayAnswer, answering }: QuestionsProps) {
  if (questions.length === 0) return null;
  const open = questions.filter((one) => one.mayAnswer).length;
  return (
    <PagePart title="Fragen der Hallenverwaltung" lead={openWords(open)}>
      <ul className={classes['cards']} aria-label="Fragen der Hallenverwaltung">
        {questions
          .toSorted((a, b) => Number(b.mayAnswer) - Number(a.mayAnswer))
          .map((one) => (
            <li key={one.id} className={classes['card']}>
              <span className={classes['name']}>{one.subject}</span>
              <Text size="sm" c="dimmed">
                {`${formatDateTime(one.sentAt)}${one.mayAnswer && one.answerUntil ? ` · Antwort bis ${formatDateTime(one.answerUntil)}` : ''}`}
              </Text>
              <Said question={one} />
              {one.answer && <Answered question={one} />}
              {mayAnswer && <Buttons question={one} answering={answering} />}
            </li>
          ))}
      </ul>
    </PagePart>
  );
}

function openWords(open: number): string {
  if (open === 0) return 'Alle sind beantwortet.';
  return open === 1 ? 'Eine wartet auf Ihre Antwort.' : `${open} warten auf Ihre Antwort.`;
}

/** The text of the mail. Results are long, and shown in their season as well. */
function Said({ question: { kind, body } }: { question: HallQuestion }) {
  const text = (
    <Text size="sm" className={classes['criteria']} component="div">
      {body.trim()}
    </Text>
  );
  if (kind !== 'season') return text;
  return (
    <details className={classes['fold']}>
      <summary>Was in der Mail stand</summary>
      {text}
    </details>
  );
}

function Answered({ question: { kind, answer, answeredBy, answeredAt, remark } }: { question: HallQuestion }) {
  if (!answer || !answeredAt) return null;
  return (
    <>
      <StateMark wraps tone={answer === 'accepted' ? 'good' : 'bad'}>
        {`${holderAnswerWords({ kind, answer })}, ${formatDateTime(answeredAt)}${answeredBy && ` (${answeredBy})`}`}
      </StateMark>
      {remark && <Text size="sm">{remark}</Text>}
    </>
  );
}

function Buttons({ question, answering }: { question: HallQuestion; answering: Answering }) {
  const [writes, setWrites] = useState<'no' | 'yes'>();
  const { id, kind, dates, mayAnswer, mayTakeBack } = question;
  const say = (answer: Answer['answer'], words: string) =>
    answering.mutate(
      { id, answer },
      {
        onSuccess: (done) => showMoveResult(done, words),
        onError: notifyProblem,
      },
    );
  if (mayTakeBack)
    return (
      <Group>
        <Button size="xs" variant="default" loading={answering.isPending} onClick={() => say(null, 'Die Antwort ist zurückgenommen.')}>
          Antwort zurücknehmen
        </Button>
      </Group>
    );
  if (!mayAnswer) return null;
  const close = () => setWrites(undefined);
  if (writes === 'no')
    return (
      <DeclineForm
        label="Was passt nicht? (freiwillig)"
        done="Ihre Ablehnung ist bei der Hallenverwaltung."
        fieldName="remark"
        sending={answering}
        onSend={(remark, outcome) => answering.mutate({ id, answer: 'declined', ...(remark && { remark }) }, outcome)}
        onClose={close}
      />
    );
  if (writes === 'yes') return <AgreeForm question={question} answering={answering} onClose={close} />;
  const agree = () => say('accepted', 'Ihre Zustimmung ist bei der Hallenverwaltung.');
  const ask = () =>
    confirm({
      title: 'Termin umziehen?',
      text: `${dates[0]?.words ?? ''} Mit Ihrer Zustimmung ist die neue Zeit gleich gebucht.`,
      action: 'Zustimmen',
      isGrave: false,
      onConfirm: agree,
    });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        loading={answering.isPending}
        onClick={dates.length > 1 ? () => setWrites('yes') : dates.length === 1 ? ask : agree}
      >
        {dates.length > 0 ? 'Zustimmen …' : 'Einverstanden'}
      </Button>
      {kind === 'season' ? (
        <Text size="sm">Wenn nicht, erheben Sie bitte Einwand.</Text>
      ) : (
        <Button size="xs" variant="default" onClick={() => setWrites('no')}>
          Ablehnen …
        </Button>
      )}
    </Group>
  );
}

const agreeShape = hallAnswer.pick({ remark: true, without: true });

/** Agrees to several dates: each one that moves may be excluded, with a reason. */
function AgreeForm({ question: { id, dates }, answering, onClose }: { question: HallQuestion; answering: Answering; onClose: () => void }) {
  const form = useShapeForm<z.output<typeof agreeShape>>({ remark: '', without: [] }, agreeShape);
  const { without } = form.values;
  const count = dates.filter((one) => !without.includes(one.id)).length;
  const toggle = (one: string) =>
    form.setFieldValue('without', without.includes(one) ? without.filter((other) => other !== one) : [...without, one]);
  const submit = form.onSubmit((values) =>
    answering.mutate(
      { id, answer: 'accepted', ...(values.without.length > 0 && values) },
      {
        onSuccess: (done) => {
          showMoveResult(done, '');
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Text size="sm">Mit Ihrer Zustimmung sind die neuen Zeiten gleich gebucht. Was bleiben soll, nehmen Sie aus:</Text>
        <Stack gap="xs">
          {dates.map((one) => (
            <Checkbox key={one.id} label={one.words} checked={!without.includes(one.id)} onChange={() => toggle(one.id)} />
          ))}
        </Stack>
        {without.length > 0 && (
          <Textarea
            label="Was passt an den anderen nicht? (freiwillig)"
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('remark')}
          />
        )}
        <FormProblem error={answering.error} fields={['remark']} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={answering.isPending}>
            {count === 1 ? 'Einen Termin umziehen' : `${count} Termine umziehen`}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Reports the outcome: what moved, and what was occupied by then. */
function showMoveResult({ moved, left }: { moved: number; left: number }, words: string): void {
  if (left > 0) notifyRefusal(leftWords(moved, left));
  else notify(moved > 0 ? movedWords(moved) : words);
}

function movedWords(moved: number): string {
  return moved === 1 ? 'Der Termin ist umgezogen.' : `${moved} Termine sind umgezogen.`;
}

function leftWords(moved: number, left: number): string {
  const taken = left === 1 ? 'Für einen Termin war die Halle' : `Für ${left} Termine waren die Hallen`;
  return `${moved > 0 ? `${movedWords(moved)} ` : ''}${taken} inzwischen vergeben. Die Hallenverwaltung weiß Bescheid.`;
}
