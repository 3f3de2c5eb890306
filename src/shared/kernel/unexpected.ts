/** What a person reads when something broke; alone, so that the error screen needs none of the other refusals. */
export const unexpected = 'Da ist uns ein Fehler unterlaufen. Bitte versuchen Sie es noch einmal.';
