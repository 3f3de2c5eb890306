import type { ImportColumn, ImportField } from '#shared/people/memberImport.ts';
import { keysOf } from '#shared/kernel/keys.ts';

/** The headings used by known club programs, without spaces, full stops and hyphens. */
const words: { readonly [field in ImportField]: RegExp } = {
  memberNo: /^(mitglieds?(nummer|nr|no)|mitglnr|mitglnummer|mgl?nr|mnr|nr|nummer|memberno|membernumber)$/,
  lastname: /^(nachname|name|familienname|zuname|lastname|surname)$/,
  firstname: /^(vorname|rufname|firstname|givenname)$/,
  birthDate: /^(geburtsdatum|geburtstag|gebdatum|gebdat|geb|gebam|geborenam|geboren|birthdate|dateofbirth)$/,
  gender: /^(geschlecht|geschl|mw|mwd|anrede|gender|sex)$/,
  email: /^(email|emailadresse|mail|emailprivat|email1)$/,
  phone: /^(telefon|tel|telpriv|telprivat|telefonprivat|festnetz|phone|telefon1)$/,
  mobile: /^(mobil|mobiltelefon|handy|mobilnummer|telefonmobil|mobile)$/,
  street: /^((straße|strasse|str)(und)?(hausnummer|hausnr|nr)?|street|anschrift|adresse)$/,
  houseNo: /^(hausnummer|hausnr|hnr)$/,
  postcode: /^(plz|postleitzahl|postcode|zip)$/,
  city: /^(ort|wohnort|stadt|city)$/,
  emergencyContactName: /^(notfallkontakt|notfallkontaktname|notfallname)$/,
  emergencyContactPhone: /^(notfalltelefon|notfallkontakttelefon|telefondesnotfallkontakts|notfallnummer)$/,
  kind: /^(art|mitgliedsart|mitgliedschaft|mitgliedstyp|status|kind)$/,
  feeGroup: /^(beitragsgruppe|beitrag|beitragsart|beitragsklasse)$/,
  departments: /^(abteilung|abteilungen|abt|sparte|sparten|departments?)$/,
  departmentsFrom: /^(abt|abteilungs?|sparten?)(eintritt|eintrittsdatum|beitritt|seit|von|ab)$/,
  departmentsTo: /^(abt|abteilungs?|sparten?)(austritt|austrittsdatum|bis)$/,
  joinedOn: /^(eintritt|eintrittsdatum|eintrittam|eingetretenam|mitgliedseit|beitritt|beitrittsdatum|joinedon)$/,
  leftOn: /^(austritt|austrittsdatum|austrittam|leftON|lefton|mitgliedbis)$/,
  payer: /^(zahler|zahlerin|beitragszahler|beitragszahlerin|abweichenderzahler|zahlernummer|zahlernr|payer)$/,
  iban: /^(iban|ibannr|ibannummer|kontoiban|bankiban|ibankonto)$/,
  accountHolder: /^(kontoinhaber|kontoinhaberin|ktoinhaber|kontoinh|ktoinh|abweichenderkontoinhaber|accountholder)$/,
  mandateReference: /^(sepa)?(mandatsreferenz|mandatsref|mandatreferenz|mandatsnummer|mandatsnr|mandatsid|mandatid|mandatereference)$/,
  mandateSignedOn:
    /^((sepa)?(mandatsdatum|mandatdatum|mandatvom|mandatsunterschrift|mandatunterschriebenam|datummandat)|datumdesmandats|datumunterschrift)$/,
  mandateLastUsedOn:
    /^(letztereinzug|letztelastschrift|zuletzteingezogenam|zuletzteingezogen|letzteabbuchung|mandatzuletztgenutzt|letzteverwendung)$/,
  feeRhythm:
    /^(zahlweise|zahlungsweise|zahlungsrhythmus|zahlrhythmus|rhythmus|beitragsrhythmus|zahlungsintervall|intervall|turnus|zahlungsturnus)$/,
  paymentMethod: /^(zahlungsart|zahlart|zahlungsweg|bezahlart|zahlungsmethode)$/,
  paidUntil: /^(bezahltbis|gezahltbis|beitragbezahltbis|beitragbis|bezahltbisdatum)$/,
};

/** Guesses the meaning of each column by its heading; each meaning is assigned once. */
export function guessColumns(headings: readonly string[]): ImportColumn[] {
  const taken = new Set<ImportField>();
  const fields = keysOf(words);
  return headings.map((heading) => {
    const key = headingKey(heading);
    const field = fields.find((one) => !taken.has(one) && words[one].test(key));
    if (!field) return '';
    taken.add(field);
    return field;
  });
}

function headingKey(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-zäöüß0-9]/g, '');
}
