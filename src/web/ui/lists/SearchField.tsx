import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../plain/Icon.tsx';
import classes from './SearchField.module.css';

type SearchFieldProps = {
  /** What is searched: "Name oder E-Mail". */ label: string;
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
};

const pauseMs = 300;

/** A search field that searches while typing, debounced. */
export function SearchField({ label, value, onSearch, maxLength = 100 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, pauseMs);

  // The filter may be reset from outside; the own search coming back must not overwrite newer input.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  const type = (next: string) => {
    setText(next);
    send(next.trim());
  };
  return (
    <TextInput
      type="search"
      classNames={{ input: classes['input'] }}
      aria-label={`${label} suchen`}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<Icon name="search" size={18} />}
      rightSection={text && <CloseButton aria-label="Suche leeren" onClick={() => type('')} />}
      rightSectionWidth={44}
    />
  );
}
