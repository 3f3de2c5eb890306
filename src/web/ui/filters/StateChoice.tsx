import { keysOf } from '#shared/kernel/keys.ts';
import { Segments } from './Segments.tsx';

type StateChoiceProps<State extends string> = {
  label: string;
  /** The states in display order, with their labels. */ names: { readonly [state in State]: string };
  value: State;
  onChange: (state: State) => void;
};

/** A filter by state. The segments are narrow, so that three of them fit on a phone. */
export function StateChoice<State extends string>({ label, names, value, onChange }: StateChoiceProps<State>) {
  return (
    <Segments
      data={keysOf(names).map((state) => ({ value: state, label: names[state] }))}
      value={value}
      onChange={onChange}
      isDense
      aria-label={label}
    />
  );
}
