const small = [
  'null',
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
  'dreizehn',
  'vierzehn',
  'fünfzehn',
  'sechzehn',
  'siebzehn',
  'achtzehn',
  'neunzehn',
];
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

/** An amount in words, as required on a donation receipt: "zweihundertfünfzig Euro", "ein Euro und fünf Cent"; below a million euros. */
export function euroWords(cents: number): string {
  const [euros, rest] = [Math.floor(cents / 100), cents % 100];
  const words = `${numberWords(euros)} Euro`;
  return rest === 0 ? words : `${words} und ${numberWords(rest)} Cent`;
}

function numberWords(number: number): string {
  const ones = small[number];
  if (ones !== undefined) return ones;
  if (number < 100) {
    const ten = tens[Math.floor(number / 10)] ?? '';
    return number % 10 === 0 ? ten : `${small[number % 10] ?? ''}und${ten}`;
  }
  const [size, word] = number < 1000 ? [100, 'hundert'] : [1000, 'tausend'];
  const rest = number % size;
  return numberWords(Math.floor(number / size)) + word + (rest === 0 ? '' : numberWords(rest));
}
