import { ActionIcon, Button, Group, NumberInput, Progress, Text, TextInput } from '@mantine/core';
import { itemInput, type ItemView, type HelperListView } from '#shared/helpers/helperListShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import classes from '../lists/helperLists.module.css';
import { useListMutations } from '../lists/queries.ts';

/** The items to bring, for the board: how much is pledged, by whom, and what is missing. */
export function BringPart({ list, isEditable }: { list: HelperListView; isEditable: boolean }) {
  if (list.items.length === 0 && !isEditable) return null;
  return (
    <section aria-label="Zum Mitbringen" className={list.items.length === 0 ? 'no-print' : undefined}>
      <h2 className={classes['group']}>Zum Mitbringen</h2>
      {list.items.map((item) => (
        <BringRow key={item.id} item={item} isEditable={isEditable} />
      ))}
      {isEditable && <NewItem list={list} />}
    </section>
  );
}

function BringRow({ item, isEditable }: { item: ItemView; isEditable: boolean }) {
  const { deleteItem, deletePledge } = useListMutations();
  const { id, label, needed, pledged, pledges } = item;
  return (
    <article className={classes['shift']}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{label}</Text>
        {isEditable && pledges.length === 0 && (
          <ActionIcon
            className="no-print"
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${label} streichen`}
            onClick={() => deleteItem.mutate(id, { onError: notifyProblem })}
          >
            <Icon name="trash" size={18} />
          </ActionIcon>
        )}
      </Group>
      <Progress className="no-print" value={(100 * Math.min(pledged, needed)) / needed} size="sm" aria-label={`Zugesagt: ${label}`} />
      <Text size="sm">
        {pledged} von {needed} zugesagt
      </Text>
      <ul className={classes['helpers']}>
        {pledges.map((one) => (
          <li key={one.id} className={classes['helper']}>
            <span>
              {one.name}: {one.quantity}
              {one.email && ` · ${one.email}`}
            </span>
            {isEditable && (
              <ActionIcon
                className="no-print"
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Zusage von ${one.name} streichen`}
                onClick={() =>
                  confirm({
                    title: 'Zusage streichen?',
                    text: `${one.name}: ${one.quantity} × ${label}. Bitte sagen Sie selbst Bescheid, davon geht keine Mail hinaus.`,
                    action: 'Streichen',
                    onConfirm: () => deletePledge.mutate(one.id, { onError: notifyProblem }),
                  })
                }
              >
                <Icon name="x" size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

const newItem = itemInput.omit({ id: true });

function NewItem({ list }: { list: HelperListView }) {
  const { addItem } = useListMutations();
  const form = useShapeForm({ label: '', needed: 1 }, newItem);
  const submit = form.onSubmit((values) =>
    addItem.mutate({ ...values, id: list.id }, { onError: (error) => applyProblem(form, error), onSuccess: () => form.reset() }),
  );
  return (
    <form className="no-print" onSubmit={submit} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput label="Was fehlt noch?" placeholder="z. B. Kuchen" maxLength={80} flex="1 1 12rem" {...form.getInputProps('label')} />
        <NumberInput label="Wie viele?" min={1} max={500} allowDecimal={false} w="7rem" {...form.getInputProps('needed')} />
        <Button type="submit" variant="default" mt={{ base: 0, xs: 25 }} loading={addItem.isPending}>
          Auf die Liste
        </Button>
      </Group>
      <FormProblem error={addItem.error} fields={['label', 'needed']} />
    </form>
  );
}
