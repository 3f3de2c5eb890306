import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useState } from 'react';
import { show } from '#test/web/page.tsx';

function Choice() {
  const [value, setValue] = useState<string | null>('zwei');
  return <Select aria-label="Zahl" data={['eins', 'zwei', 'drei', 'vier']} value={value} onChange={setValue} />;
}

test('the options of a select are not in the page before it is opened, and by the arrow keys one goes on from the chosen one', async () => {
  const hand = show(<Choice />);
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
  await hand.user.tab();
  await hand.user.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: 'vier' });
  await hand.user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Zahl' }).value).toBe('drei');
});
