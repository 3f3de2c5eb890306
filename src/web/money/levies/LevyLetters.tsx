import { useQuery } from '@tanstack/react-query';
import { PostedLetters } from '../letters/PostedLetters.tsx';
import { levyLettersQuery, useLevyMutations } from './queries.ts';

/** The notices of something asked for by hand that go by letter. */
export function LevyLetters({ levyId, onBack }: { levyId: string; onBack: () => void }) {
  const { postLetters } = useLevyMutations();
  return <PostedLetters id={levyId} query={useQuery(levyLettersQuery(levyId))} posting={postLetters} onBack={onBack} />;
}
