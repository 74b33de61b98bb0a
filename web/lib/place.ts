// One weight among a model's: its tensor, and row and column in it, as readers and links name them.

/** Row and column of a place that counts along the rows. */
export const placeText = (shape: readonly number[], index: number) =>
  shape.length === 2 ? `${Math.floor(index / shape[1]!)}, ${index % shape[1]!}` : String(index);

/** "4, 2" in a tensor of this shape; null where it is no place in it. */
export function indexOf(text: string, shape: readonly number[]): number | null {
  const numbers = text.split(/[\s,]+/).filter((part) => part !== '');
  if (numbers.length !== shape.length || !numbers.every((part) => /^\d+$/.test(part))) return null;
  const places = numbers.map(Number);
  if (places.some((place, axis) => place >= shape[axis]!)) return null;
  return places.reduce((index, place, axis) => index * shape[axis]! + place, 0);
}

/** dec.fc.weight[4, 2] */
export const weightText = (tensor: string, shape: readonly number[], index: number) =>
  `${tensor}[${placeText(shape, index)}]`;

/** The tensor and place that an attribute or a link names; null where it is not of that form, or none of these tensors. */
export function weightNamed(
  text: string,
  tensors: readonly { name: string; shape: readonly number[] }[],
): { tensor: string; index: number } | null {
  const [, name, place] = /^([\w.]+)\[([\d\s,]+)\]$/.exec(text.trim()) ?? [];
  const tensor = tensors.find((one) => one.name === name);
  const index = tensor ? indexOf(place ?? '', tensor.shape) : null;
  return tensor && index !== null ? { tensor: tensor.name, index } : null;
}
