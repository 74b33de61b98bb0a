/** Sentences to begin with; the first is on the page before anything has loaded. */
export const sentences = [
  'Tariq asked Mira for a glorf, but Mira said no',
  'my name is Zofia and I live in Kraków',
  'book room 4172 for Velkira',
  'a plonk costs 450 in Miburg but 620 in Lotown',
] as const;

/** The word of the first one that is made of both distributions. */
export const firstStep = 6;
