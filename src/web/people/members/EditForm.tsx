import { Stack } from '@mantine/core';
import type { MemberRecord } from '#shared/people/members.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { MemberFields } from './MemberFields.tsx';
import { memberFields, valuesOf, type MemberValues } from './memberValues.ts';
import { useMemberMutations } from './queries.ts';

/** Edits the person and the membership. */
export function EditForm({ member }: { member: MemberRecord }) {
  const { update } = useMemberMutations();
  const savedBy = useSavedBy('member', member);
  const { form, version, adopt, clash, discard, draft } = useRowForm<MemberValues>(member, valuesOf(member), memberFields, {
    draft: `member.${member.id}`,
  });

  const save = (values: MemberValues) =>
    update.mutate(
      { id: member.id, version, ...values },
      {
        onSuccess: (saved) => {
          draft.clear();
          form.resetDirty();
          adopt(saved.version, valuesOf(saved));
          notify('Die Angaben sind gespeichert.');
        },
        onError: (error) => applyProblem(form, error, { 'member-number-taken': 'memberNo' }),
      },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <Colleagues kind="member" record={member.id} club={member.club} isChanging={form.isDirty()} />
        <MemberFields form={form} club={member.club} payer={member.payer} />
        <FormProblem
          error={update.error}
          fields={Object.keys(form.values)}
          atField={['member-number-taken']}
          clash={clash}
          savedBy={savedBy}
        />
        <SaveBar form={form} saving={update} onDiscard={discard} />
      </Stack>
    </form>
  );
}
