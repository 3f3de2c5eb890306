import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditedCourse, ManagedCourse } from '#shared/courses/courseShapes.ts';
import { courseSets, mayMove, type CourseStatus } from '#shared/courses/courseStates.ts';
import { changedPrice, type PricesChange } from '#shared/courses/priceChanges/manyPrices.ts';
import { may } from '#shared/kernel/rights.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useOneByOne, type Unchanged } from '#web/lib/call/useOneByOne.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { WithReasons } from '#web/ui/notices/WithReasons.tsx';
import { CopyMany } from '../../templates/CopyMany.tsx';
import { valuesOf } from '../courseForm.ts';
import { PriceMany } from './PriceMany.tsx';

type Left = Unchanged<Pick<ManagedCourse, 'id' | 'title'>>;
type CourseBulkBarProps = {
  chosen: readonly ManagedCourse[];
  onClear: () => void;
  /** Called once copies are drafts. */ onCopied?: () => void;
};

/** The bulk actions on selected offers. */
export function CourseBulkBar({ chosen, onClear, onCopied }: CourseBulkBarProps) {
  const { user } = useAuth();
  const [left, setLeft] = useState<readonly Left[]>([]);
  const [hallless, setHallless] = useState<readonly Left[]>([]);
  const client = useQueryClient();
  const { run, isPending, doneCount } = useOneByOne<ManagedCourse>(() => refresh(client));
  const change = (
    courses: readonly ManagedCourse[],
    what: string,
    work: (one: ManagedCourse) => Promise<unknown>,
    skipped: readonly Left[] = [],
  ) =>
    run(
      { chosen: courses, change: work },
      {
        onError: notifyProblem,
        onSuccess: (unchanged) => {
          const count = courses.length - unchanged.length;
          if (count > 0) notify(count === 1 ? `Ein Angebot ist ${what}.` : `${count} Angebote sind ${what}.`);
          setLeft([...unchanged, ...skipped]);
          onClear();
        },
      },
    );
  const move = (to: CourseStatus, what: string, courses: readonly ManagedCourse[]) =>
    change(courses, what, async ({ id, version }) => {
      const moved = await api.courses.setStatus({ id, version, to, reason: '' });
      const lacks = to === 'published' ? lackingHalls(moved) : [];
      setHallless((before) => [...before, ...lacks]);
    });
  const waiting = chosen.filter(({ status }) => courseSets.waiting.includes(status));
  const ended = chosen.filter(({ status, endsOn }) => mayMove(status, 'completed') && endsOn !== null && endsOn < today());
  const done = chosen.filter(({ status }) => mayMove(status, 'archived'));
  const priced = chosen.filter(({ status }) => courseSets.living.includes(status));
  const mayDelete = may({ role: user?.role.name }, 'courses.delete', 'club') !== undefined;
  const drafts = mayDelete ? chosen.filter(({ status }) => status === 'draft') : [];
  const drop = () => change(drafts, 'gelöscht', ({ id }) => api.courses.remove({ id }));
  const asked = { chosen, isPending };
  return (
    <>
      <SelectionBar count={chosen.length} onClear={onClear}>
        {isPending && <Text size="sm" component="output">{`${doneCount} fertig`}</Text>}
        {waiting.length > 0 && (
          <Button px="sm" loading={isPending} onClick={() => move('published', 'veröffentlicht', waiting)}>
            {verbFor('Veröffentlichen', waiting, chosen)}
          </Button>
        )}
        <Asked
          {...asked}
          courses={ended}
          verb="Abschließen"
          title="Angebote abschließen?"
          text={`${countOf(ended)} vorbei und nimmt danach keine Anwesenheit mehr an.`}
          onConfirm={() => move('completed', 'abgeschlossen', ended)}
        />
        <Asked
          {...asked}
          courses={done}
          verb="Archivieren"
          title="Angebote archivieren?"
          text="Sie stehen danach im Archiv. Das lässt sich nicht rückgängig machen."
          onConfirm={() => move('archived', 'archiviert', done)}
        />
        {priced.length > 0 && (
          <PriceMany
            courses={priced}
            isPending={isPending}
            onChange={(by) =>
              change(
                priced.filter((one) => !isAnnounced(one)),
                'geändert',
                pricedBy(by),
                priced.filter(isAnnounced).map((row) => ({ row, reasons: [announcement] })),
              )
            }
          />
        )}
        <CopyMany courses={chosen} onDone={() => (onClear(), onCopied?.())} />
        <Asked
          {...asked}
          courses={drafts}
          verb="Löschen"
          title="Entwürfe löschen?"
          text="Sie liegen danach 30 Tage unter „Gelöschtes“ und lassen sich von dort zurückholen."
          onConfirm={drop}
        />
      </SelectionBar>
      <OutcomeDialog
        left={left}
        hallless={isPending ? [] : hallless}
        onClose={() => {
          setLeft([]);
          setHallless([]);
        }}
      />
    </>
  );
}

/** Refetches the offers, and what was deleted. */
function refresh(client: QueryClient) {
  return Promise.all(['courses', 'bin'].map((list) => client.invalidateQueries({ queryKey: [list] })));
}

type AskedProps = {
  courses: readonly ManagedCourse[];
  chosen: readonly ManagedCourse[];
  verb: string;
  title: string;
  text: string;
  isPending: boolean;
  onConfirm: () => void;
};

/** A bulk action that is confirmed first; nothing if it applies to none of the selected offers. */
function Asked({ courses, chosen, verb, title, text, isPending, onConfirm }: AskedProps) {
  if (courses.length === 0) return null;
  return (
    <Button variant="default" px="sm" loading={isPending} onClick={() => confirm({ title, text, action: verb, onConfirm })}>
      {verbFor(verb, courses, chosen)}
    </Button>
  );
}

/** The verb alone if it applies to all selected offers, otherwise with the number: "2 veröffentlichen". */
function verbFor(verb: string, courses: readonly ManagedCourse[], chosen: readonly ManagedCourse[]): string {
  return courses.length === chosen.length ? verb : `${courses.length} ${verb.toLowerCase()}`;
}

function countOf({ length }: readonly ManagedCourse[]): string {
  return length === 1 ? 'Ein Angebot ist' : `${length} Angebote: Jedes ist`;
}

const announcement = 'Die Preise einer laufenden Gruppe werden dort unter „Leitung und Preise“ angekündigt.';

/** The price of a running group is changed by announcement. */
function isAnnounced({ kind, status }: ManagedCourse): boolean {
  return kind === 'permanent' && status !== 'draft';
}

/** Changes all prices of an offer. */
function pricedBy(by: PricesChange) {
  return async ({ id }: ManagedCourse) => {
    const course = await api.courses.edit({ id });
    const prices = course.prices.map((price) => ({ ...price, cents: changedPrice(price.cents, by) }));
    await api.courses.update({ ...valuesOf(course), prices, id, version: course.version, reason: '' });
  };
}

/** An offer with its dates that got no hall, since somebody else has it then. */
function lackingHalls(row: EditedCourse): Left[] {
  const lacking = row.sessions.flatMap(({ hall }) => (hall?.state === 'missing' ? [hall.reason] : []));
  const [first] = lacking;
  if (first === undefined) return [];
  const count = lacking.length === 1 ? 'Ein Termin hat keine Halle.' : `${lacking.length} Termine haben keine Halle.`;
  return [{ row, reasons: [count, ...(first ? [lacking.length === 1 ? first : `Der erste: ${first}`] : [])] }];
}

type OutcomeDialogProps = { left: readonly Left[]; hallless: readonly Left[]; onClose: () => void };

/** Lists offers that were not changed, and those that were published without a hall, with the reason and a link. */
function OutcomeDialog({ left, hallless, onClose }: OutcomeDialogProps) {
  const kept = left.length === 1 ? 'Ein Angebot bleibt, wie es ist' : `${left.length} Angebote bleiben, wie sie sind`;
  const published = 'Veröffentlicht, aber nicht überall mit Halle';
  return (
    <Modal opened={left.length + hallless.length > 0} onClose={onClose} title={left.length > 0 ? kept : published} centered>
      <Stack gap="sm">
        {left.map((one) => (
          <Named key={one.row.id} one={one} />
        ))}
        {left.length > 0 && hallless.length > 0 && <Text fw={700}>{published}</Text>}
        {hallless.map((one) => (
          <Named key={one.row.id} one={one} />
        ))}
      </Stack>
    </Modal>
  );
}

function Named({ one: { row, reasons } }: { one: Left }) {
  return (
    <WithReasons reasons={reasons}>
      <Link to={`/admin/courses/${row.id}`}>{row.title}</Link>
    </WithReasons>
  );
}
