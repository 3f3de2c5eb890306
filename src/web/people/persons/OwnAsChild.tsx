import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';

/** Puts a child right that was entered as the viewer; nothing for everybody else (/profile/family). */
export function OwnAsChild() {
  const { data: people = [] } = useQuery(ownPeopleQuery());
  return people.filter(({ mayBeChild }) => mayBeChild).map((one) => <Entered key={one.id} of={one} />);
}

function Entered({ of }: { of: OwnPerson }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.people.turnIntoChild({ id: of.id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const name = fullName(of);
  const turn = () =>
    confirm({
      title: `Ist ${of.firstname} Ihr Kind?`,
      text: `${name} steht dann als Ihr Kind da, und Sie handeln als Elternteil. Damit erklären Sie, dass Sie sorgeberechtigt sind. Anmeldungen bleiben. Sich selbst können Sie danach eintragen.`,
      action: 'Als Kind eintragen',
      onConfirm: () =>
        mutate(undefined, { onSuccess: () => notify(`${of.firstname} ist jetzt als Ihr Kind eingetragen.`), onError: notifyProblem }),
    });
  return (
    <PagePart title={`${name}: Sie selbst oder Ihr Kind?`}>
      <Group justify="space-between">
        <Text size="sm">Diese Person steht für Sie selbst, ist aber noch keine 18 Jahre alt.</Text>
        <Button variant="default" loading={isPending} onClick={turn}>
          Das ist mein Kind
        </Button>
      </Group>
    </PagePart>
  );
}
