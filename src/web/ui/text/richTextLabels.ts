import type { RichTextEditorLabels } from '@mantine/tiptap';

/** The labels of the editor's buttons. */
export const editorLabels: Partial<RichTextEditorLabels> = {
  boldControlLabel: 'Fett',
  italicControlLabel: 'Kursiv',
  underlineControlLabel: 'Unterstrichen',
  strikeControlLabel: 'Durchgestrichen',
  clearFormattingControlLabel: 'Auszeichnung entfernen',
  linkControlLabel: 'Link einfügen',
  unlinkControlLabel: 'Link entfernen',
  bulletListControlLabel: 'Aufzählung',
  orderedListControlLabel: 'Nummerierte Liste',
  h2ControlLabel: 'Überschrift',
  h3ControlLabel: 'Zwischenüberschrift',
  h4ControlLabel: 'Kleine Überschrift',
  blockquoteControlLabel: 'Zitat',
  hrControlLabel: 'Trennlinie',
  undoControlLabel: 'Rückgängig',
  redoControlLabel: 'Wiederholen',
  linkEditorInputLabel: 'Adresse des Links',
  linkEditorInputPlaceholder: 'https://beispiel.de',
  linkEditorExternalLink: 'Link in neuem Fenster öffnen',
  linkEditorInternalLink: 'Link im selben Fenster öffnen',
  linkEditorSave: 'Übernehmen',
};
