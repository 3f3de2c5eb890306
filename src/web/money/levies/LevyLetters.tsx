import { useQuery } from '@tanstack/react-query';
import { PostedLetters } from '../letters/PostedLetters.tsx';
import { levyLettersQuery, useLevyMutations } from './queries.ts';

/** The notices of a levy that are sent as letters. */
export function LevyLetters({ levyId, onBack }: { levyId: string; onBack: () => void }) {
  const { postLetters } = useLevyMutations();
  return <PostedLetters id={levyId} query={useQuery(levyLettersQuery(levyId))} posting={postLetters} onBack={onBack} />;
}
