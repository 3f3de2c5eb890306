import { ActionIcon, Button, Menu, Modal, Select, Stack, TextInput, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { mayChange } from '#shared/courses/enrolmentStates.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { priceCategories, priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { useAddress } from '#web/lib/address.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { faultOf, FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { coursesQuery, useParticipantMutations } from './queries.ts';

type Action = 'confirm' | 'offer' | 'reject' | 'cancel' | 'replace' | 'move' | 'first' | 'price' | 'note';

const labels: { readonly [action in Action]: string } = {
  confirm: 'Zusagen',
  offer: 'Platz anbieten',
  first: 'An die erste Stelle setzen',
  replace: 'Ersatzperson',
  move: 'In anderen Kurs',
  price: 'Preisgruppe',
  note: 'Notiz',
  reject: 'Ablehnen',
  cancel: 'Abmelden',
};

const asksReason: readonly Action[] = ['confirm', 'offer', 'first', 'reject', 'cancel'];

/** What can be done with one enrolment; each action asks for what it needs. */
export function ParticipantMenu({ one, courseId }: { one: ListedEnrolment; /** None at events. */ courseId: string | undefined }) {
  const [action, setAction] = useState<Action>();
  const may: { readonly [name in Action]: boolean } = {
    confirm: one.state !== 'confirmed' && mayChange(one.state, 'confirmed'),
    offer: one.state === 'waitlisted',
    first: one.state === 'waitlisted' && one.position !== 1,
    replace: one.state === 'confirmed',
    move: courseId !== undefined && (one.state === 'confirmed' || one.state === 'waitlisted'),
    price: one.priceCategory !== null && mayChange(one.state, 'cancelled'),
    note: true,
    reject: mayChange(one.state, 'rejected'),
    cancel: mayChange(one.state, 'cancelled'),
  };
  const open = keysOf(labels).filter((name) => may[name]);
  if (open.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label={`Aktionen für ${fullName(one)}`}>
            <Icon name="dots-vertical" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((name) => (
            <Menu.Item key={name} onClick={() => setAction(name)}>
              {labels[name]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={action !== undefined}
        onClose={() => setAction(undefined)}
        title={action && `${labels[action]}: ${fullName(one)}`}
        centered
        closeButtonProps={{ 'aria-label': 'Schließen' }}
      >
        {action && <ActionForm action={action} one={one} courseId={courseId} onDone={() => setAction(undefined)} />}
      </Modal>
    </>
  );
}

function ActionForm({
  action,
  one,
  courseId,
  onDone,
}: {
  action: Action;
  one: ListedEnrolment;
  courseId: string | undefined;
  onDone: () => void;
}) {
  const { decide, cancel, replace, move, reorder, note, setPrice } = useParticipantMutations();
  const [reason, setReason] = useState('');
  const [withFee, setWithFee] = useState(false);
  const [target, setTarget] = useState<string | null>(null);
  const [text, setText] = useState(one.staffNote ?? '');
  const [category, setCategory] = useState(one.priceCategory);
  const onSuccess = () => {
    notify(`${fullName(one)}: erledigt.`);
    onDone();
  };
  const { id, version } = one;
  const run = {
    confirm: () => decide.mutate({ id, action: 'confirm', reason }, { onSuccess }),
    offer: () => decide.mutate({ id, action: 'offer', reason }, { onSuccess }),
    reject: () => decide.mutate({ id, action: 'reject', reason }, { onSuccess }),
    cancel: () => cancel.mutate({ id, withFee, reason }, { onSuccess }),
    first: () => reorder.mutate({ id, position: 1, reason }, { onSuccess }),
    replace: () => target && replace.mutate({ id, personId: target }, { onSuccess }),
    price: () => category && setPrice.mutate({ id, priceCategory: category, version }, { onSuccess }),
    note: () => note.mutate({ id, note: text.trim(), version }, { onSuccess }),
    move: () => target && move.mutate({ id, courseId: target }, { onSuccess }),
  };
  const mutations = [decide, cancel, replace, move, reorder, note, setPrice];
  const pending = mutations.some(({ isPending }) => isPending);
  const error = mutations.find((mutation) => mutation.error)?.error;
  return (
    <Stack>
      {action === 'replace' && <PersonSearch label="Person suchen" onChoose={setTarget} />}
      {action === 'move' && <CourseSelect not={courseId} onChoose={setTarget} />}
      {action === 'price' && (
        <Select
          label="Preisgruppe"
          allowDeselect={false}
          data={priceCategories.map((value) => ({ value, label: priceCategoryNames[value] }))}
          value={category}
          onChange={(value) => setCategory(value)}
        />
      )}
      {action === 'note' && (
        <TextInput
          label="Notiz, nur für die Verwaltung"
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {asksReason.includes(action) && (
        <TextInput
          label="Grund"
          maxLength={300}
          required={action === 'first'}
          description={action === 'first' ? 'Er steht im Protokoll.' : 'Freiwillig; er steht im Protokoll.'}
          error={faultOf(error, 'reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {action === 'cancel' && courseId && one.state === 'confirmed' && (
        <Checkbox label="Gebühr nach der Abmelderegel" checked={withFee} onChange={(event) => setWithFee(event.currentTarget.checked)} />
      )}
      <FormProblem error={error} fields={['reason']} />
      <Button
        loading={pending}
        disabled={(action === 'first' && !reason) || ((action === 'replace' || action === 'move') && !target)}
        onClick={() => void run[action]()}
      >
        {action === 'note' || action === 'price' ? 'Speichern' : labels[action]}
      </Button>
    </Stack>
  );
}

/** The club whose list is open. */
const address = z.object({ club: clubName.optional() });

function CourseSelect({ not, onChoose }: { not: string | undefined; onChoose: (id: string | null) => void }) {
  const [{ club }] = useAddress(address);
  const { data } = useQuery(coursesQuery(false, club));
  const rows = data?.rows.filter(({ id, status }) => id !== not && status !== 'draft') ?? [];
  return (
    <Select
      label="Neuer Kurs"
      searchable
      data={rows.map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` }))}
      onChange={onChoose}
    />
  );
}
