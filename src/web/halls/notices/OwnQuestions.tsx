import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Questions } from './Questions.tsx';
import { questionsQuery, useAnswerQuestion } from './queries.ts';

/** What the managers of halls ask the own club, for its board; of one season, if it is named. */
export function OwnQuestions({ viewer, seasonId }: { viewer: User; seasonId?: string }) {
  const isTheirs = may({ role: viewer.role.name }, 'hallQuestions.answer', 'club') !== undefined;
  const query = useQuery({ ...questionsQuery(seasonId), enabled: isTheirs });
  const answering = useAnswerQuestion();
  if (query.isLoadingError) return <Loading query={query} />;
  // Most of the time nothing is asked: nothing stands there before that is known.
  return query.data ? <Questions questions={query.data} mayAnswer answering={answering} /> : null;
}
