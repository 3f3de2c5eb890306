import { useQuery } from '@tanstack/react-query';
import type { Levy } from '#shared/money/levies/contract.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { notifyPosted } from '../letters/LetterPages.tsx';
import { PayerLetters } from '../letters/PayerLetters.tsx';
import { levyLettersQuery, useLevyMutations } from './queries.ts';

/** The notices of something asked for by hand that go by letter. */
export function LevyLetters({ levyId, onBack }: { levyId: string; onBack: () => void }) {
  const query = useQuery(levyLettersQuery(levyId));
  const { postLetters } = useLevyMutations();
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const post = (isPosted: boolean, version: number) =>
    postLetters.mutate(
      { id: levyId, isPosted, version },
      { onSuccess: (saved: Levy) => notifyPosted(isPosted, () => post(false, saved.version)), onError: notifyProblem },
    );
  return <PayerLetters data={data} onBack={onBack} isBusy={postLetters.isPending} onPost={(version) => post(true, version)} />;
}
