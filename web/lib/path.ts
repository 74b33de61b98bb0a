// Lines as SVG paths. (A general library of shapes brings its curves, arcs and stacks along, several times the size of
// all our charts' use of it, in front of every first picture.)

type Points = Iterable<readonly [x: number, y: number]>;

const short = (pixels: number) => String(Math.round(pixels * 1000) / 1000);

/** Straight from point to point, and broken where y is no finite number; a point that stands alone is a dot. */
export function linePath(points: Points): string {
  let path = '';
  let length = 0; // of the piece that is being drawn
  const end = () => {
    if (length === 1) path += 'Z'; // closed, it has an extent that round caps show
    length = 0;
  };
  for (const [x, y] of points) {
    if (!Number.isFinite(y)) {
      end();
      continue;
    }
    path += `${length === 0 ? 'M' : 'L'}${short(x)},${short(y)}`;
    length += 1;
  }
  end();
  return path;
}

/** The area between two lines over the same x. */
export const areaPath = (one: Points, other: Points): string => {
  const around = linePath([...one, ...[...other].reverse()]);
  return around === '' ? '' : `${around}Z`;
};
