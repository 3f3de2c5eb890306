import { SegmentedControl } from '@mantine/core';
import { keysOf } from '#shared/kernel/keys.ts';

type StateChoiceProps<State extends string> = {
  label: string;
  /** The states in display order, with their labels. */ names: { readonly [state in State]: string };
  value: State;
  onChange: (state: State) => void;
};

/** A filter by state. The segments are narrow, so that three of them fit on a phone. */
export function StateChoice<State extends string>({ label, names, value, onChange }: StateChoiceProps<State>) {
  return (
    <SegmentedControl
      data={keysOf(names).map((state) => ({ value: state, label: names[state] }))}
      value={value}
      onChange={onChange}
      styles={{ label: { paddingInline: '0.35rem' } }}
      aria-label={label}
    />
  );
}
