import { createContext, use } from 'react';

/** What fields of a form lack, by the id of the field or the name of a group of choices. */
export type Faults = ReadonlyMap<string, string>;

export const FaultsContext = createContext<Faults>(new Map());

/** What the field of this id, or the choices of this name, lack; told when the form is sent. */
export function useFault(key: string): string | undefined {
  return use(FaultsContext).get(key);
}

type Fault = { key: string; words: string; control: Control };
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that break a rule of their own, from the top. */
export function faultsIn(form: HTMLFormElement): Fault[] {
  return [...form.elements]
    .filter(isControl)
    .filter((control) => !control.validity.valid)
    .map((control) => ({ key: keyOf(control), words: wordsOn(control), control }));
}

/** Under which name a field is told of what it lacks: choices together, all else by itself. */
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
