import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fixedClassOf } from '#shared/halls/organisations.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish, WishInput } from '#shared/halls/seasons/wishes.ts';
import type { User } from '#shared/kernel/user.ts';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import { useSeasonMutations } from './queries.ts';
import { WishEditor, type WishSettling } from './WishEditor.tsx';

type WishFormProps = { season: Season; viewer: User; wish: Wish | undefined; onDone: () => void };

/** Creates or edits a wish. The manager also selects its organisation. */
export function WishForm({ season, viewer, wish, onDone }: WishFormProps) {
  const { addWish, changeWish } = useSeasonMutations();
  const [owner, setOwner] = useState<string | null>(null);
  const { data: organisations } = useQuery({ ...organisationsQuery(season.managerClub), enabled: season.isManaged });
  const chosen = organisations?.find(({ id }) => id === owner);
  const save = (values: WishInput, version: number, settle: WishSettling) => {
    if (wish) changeWish.mutate({ ...values, id: wish.id, version }, settle);
    else addWish.mutate({ ...values, id: season.id, ...(owner && { organisationId: owner, departmentId: null }) }, settle);
  };
  return (
    <WishEditor
      season={season}
      wish={wish}
      contactName={viewer.fullName}
      saving={wish ? changeWish : addWish}
      onSave={save}
      onDone={onDone}
      fixedClass={wish ? wish.fixedClass : chosen ? fixedClassOf(chosen) : null}
      club={wish ? (wish.club ?? undefined) : owner ? undefined : viewer.club.name}
    >
      {!wish && season.isManaged && <OwnerField season={season} value={owner} onChange={setOwner} />}
    </WishEditor>
  );
}

/** The organisation, when the manager enters a wish for one without an account. */
function OwnerField({ season, value, onChange }: { season: Season; value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useQuery(organisationsQuery(season.managerClub));
  const outside = data.filter(({ club }) => club === null);
  return (
    <Select
      label="Für"
      placeholder={season.managerClub}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Für leeren' }}
      data={outside.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
