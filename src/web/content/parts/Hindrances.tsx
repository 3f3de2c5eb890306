import { Button, List, Paper, Text } from '@mantine/core';
import { findReadabilityIssues, type Hindrance } from '#shared/content/readability.ts';
import type { RichText } from '#shared/kernel/richText.ts';

const selectors: { readonly [kind in Hindrance['kind']]: string } = { heading: 'h2, h3, h4', image: 'img', link: 'a', table: 'table' };

/** Accessibility problems of a text, each linked to its place; renders nothing if there are none. `label`: the editor's. */
export function Hindrances({ text, label }: { text: RichText; label: string }) {
  const found = findReadabilityIssues(text);
  if (found.length === 0) return null;
  return (
    <Paper withBorder p="sm">
      <Text fw={600} size="sm">
        Vor dem Veröffentlichen: {found.length === 1 ? 'Eine Stelle ist' : `${found.length} Stellen sind`} nicht für alle lesbar
      </Text>
      <List size="sm" mt={4} spacing={4}>
        {found.map((one) => (
          <List.Item key={`${one.kind} ${one.place}`}>
            {one.message}{' '}
            <Button size="compact-sm" variant="subtle" onClick={() => goTo(one, label)}>
              Zur Stelle
            </Button>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

/** Scrolls to the place and puts the cursor there. */
function goTo({ kind, place }: Hindrance, label: string): void {
  const editor = document.querySelector<HTMLElement>(`[role="textbox"][aria-label="${label}"]`);
  const target = editor?.querySelectorAll(selectors[kind])[place];
  if (!editor || !target) return;
  editor.focus({ preventScroll: true });
  const selection = window.getSelection();
  if (target.firstChild) selection?.collapse(target.firstChild, 0);
  target.scrollIntoView({ block: 'center' });
}
