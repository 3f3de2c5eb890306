import { createContext, use } from 'react';

/** Validation errors, by field id or by the name of a radio group. */
export type Faults = ReadonlyMap<string, string>;

export const FaultsContext = createContext<Faults>(new Map());

/** The error of the field with this id or the group with this name, as of the last submit. */
export function useFault(key: string): string | undefined {
  return use(FaultsContext).get(key);
}

type Fault = { key: string; words: string; control: Control };
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that violate a native constraint, in document order. */
export function faultsIn(form: HTMLFormElement): Fault[] {
  return [...form.elements]
    .filter(isControl)
    .filter((control) => !control.validity.valid)
    .map((control) => ({ key: keyOf(control), words: wordsOn(control), control }));
}

/** The key of a field's error: the name for radio groups, else the field's id. */
export function keyOf(control: Pick<Control, 'id' | 'name' | 'type'>): string {
  return control.type === 'radio' ? control.name : control.id;
}

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

function wordsOn({ type, validity }: Control): string {
  if (validity.valueMissing) return missing[type] ?? 'Bitte ausfüllen.';
  return validity.typeMismatch && type === 'email' ? 'Das ist keine gültige E-Mail-Adresse.' : 'Das hat nicht die richtige Form.';
}

const missing: { readonly [type: string]: string } = {
  checkbox: 'Bitte ankreuzen.',
  radio: 'Bitte wählen.',
  'select-one': 'Bitte wählen.',
};
