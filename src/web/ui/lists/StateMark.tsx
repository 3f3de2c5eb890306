import classes from './StateMark.module.css';

type StateMarkProps = {
  tone: 'good' | 'quiet' | 'bad' | 'waiting';
  /** The text may wrap, for more than a word or two. */ wraps?: boolean;
  children: string;
};

/** A state as a word with a mark, whose form and colour add nothing that the word does not say. */
export function StateMark({ tone, wraps = false, children }: StateMarkProps) {
  return (
    <span className={classes['mark']} data-tone={tone} data-wraps={wraps || undefined}>
      {children}
    </span>
  );
}
