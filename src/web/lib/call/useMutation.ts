import { useMutation as useQueryMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { undoFailed } from './undoing.ts';

type Outcome<Data> = { onSuccess?: (data: Data) => void; onError?: (error: Error) => void };

type Action<Data, Input> = Omit<UseMutationResult<Data, Error, Input>, 'mutate' | 'mutateAsync'> & {
  mutate: (input: Input, outcome?: Outcome<Data>) => void;
};

type Options<Data, Input> = UseMutationOptions<Data, Error, Input> & {
  /**
   * It makes a record: its outcome is reported before the lists are loaded again, so that its form beside the list is closed before the
   * list shows it.
   */ makesRecord?: boolean;
};

/**
 * A mutation whose outcome is always reported.
 *
 * TanStack Query drops the callbacks passed to `mutate` when their component unmounts. Here the live notice of an
 * action often removes the row that started it before the response arrives, and the user would get no feedback.
 */
export function useMutation<Data, Input = void>({ makesRecord, ...options }: Options<Data, Input>): Action<Data, Input> {
  const { onSettled } = options;
  const { mutateAsync, ...state } = useQueryMutation(
    makesRecord && onSettled ? { ...options, onSettled: (...outcome) => void onSettled(...outcome) } : options,
  );
  return {
    ...state,
    mutate: (input, { onSuccess, onError } = {}) => void mutateAsync(input).then(onSuccess, undoFailed() ?? onError ?? (() => undefined)),
  };
}
