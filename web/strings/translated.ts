/** The shape of a catalogue in another language: any text may stand where English has its own; the rest stays. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Made
    ? (...given: Given) => Translated<Made>
    : T extends object
      ? { [Name in keyof T]: Translated<T[Name]> }
      : T;
