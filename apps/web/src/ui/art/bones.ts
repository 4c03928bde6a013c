/** The repeated bones of a skeleton as paths: long bones, vertebrae, ribs, small round bones. */
import { line, placed, shape } from './curves.ts';
import type { Knot, Point, Station } from './curves.ts';

const mix = (a: number, b: number, t: number) => a + (b - a) * t;

export interface BoneWidths {
  /** Half widths of the near end, the shaft and the far end. */
  readonly head: number;
  readonly shaft: number;
  readonly foot: number;
  /** How far the shaft bends to the right of the direction of travel. */
  readonly bow?: number;
}

/** A long bone from joint to joint, with two condyles at either end. */
export function longBone(from: Point, to: Point, { head, shaft, foot, bow = 0 }: BoneWidths): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const side: readonly (readonly [t: number, half: number])[] = [
    [0, head * 0.5],
    [0.045, head],
    [0.17, mix(shaft, head, 0.3)],
    [0.36, shaft],
    [0.64, shaft],
    [0.84, mix(shaft, foot, 0.3)],
    [0.955, foot],
    [1, foot * 0.5],
  ];
  const bend = (t: number) => bow * 4 * t * (1 - t);
  const left = side.map(([t, half]): Knot => [t * length, bend(t) - half]);
  const right = side.map(([t, half]): Knot => [t * length, bend(t) + half]).reverse();
  const knots: Knot[] = [...left, [length * 0.98, 0], ...right, [length * 0.02, 0]];
  return shape(placed({ x: from[0], y: from[1], angle, step: length }, knots));
}

export interface VertebraSizes {
  /** Height of the body at the first and the last vertebra of the row. */
  readonly body: readonly [first: number, last: number];
  /** Height of the spinous process, and how far its tip leans backwards; t runs from 0 to 1. */
  readonly process: (t: number) => readonly [height: number, lean: number];
}

/** A row of vertebrae: a waisted body each, and its spinous process above it. */
export function vertebrae(row: readonly Station[], { body, process }: VertebraSizes): string[] {
  return row.map((at, i) => {
    const t = row.length > 1 ? i / (row.length - 1) : 0;
    const w = at.step;
    const h = mix(body[0], body[1], t) / 2;
    const [height, lean] = process(t);
    const block = shape(
      placed(at, [
        [-0.43 * w, -h],
        [0, -0.78 * h],
        [0.43 * w, -h],
        [0.43 * w, h],
        [0, 0.72 * h],
        [-0.43 * w, h],
      ]),
    );
    if (height === 0) return block;
    const blade = shape(
      placed(at, [
        [-0.26 * w, -h * 0.9, 0.3],
        [lean - 0.16 * w, -h - height * 0.92, 0.6],
        [lean + 0.16 * w, -h - height, 0.6],
        [0.3 * w, -h * 0.9, 0.3],
      ]),
    );
    return blade + block;
  });
}

/** Ribs hanging from the vertebrae, each bowed backwards, to their ends on the costal line. */
export function ribs(row: readonly Station[], ends: readonly Station[], bow: (t: number) => number): string[] {
  return row.flatMap((at, i) => {
    const end = ends[i];
    if (end === undefined) return [];
    const b = bow(i / (row.length - 1));
    const drop = end.y - at.y;
    const shift = end.x - at.x;
    const head: Knot = [at.x, at.y + 3];
    return [
      line([
        head,
        [at.x + shift * 0.16 + b * 0.62, at.y + drop * 0.2],
        [at.x + shift * 0.5 + b, at.y + drop * 0.55],
        [end.x, end.y],
      ]),
    ];
  });
}

/** A small rounded bone (carpal, tarsal, sesamoid, patella). */
export function pebble(x: number, y: number, rx: number, ry = rx, degrees = 0): string {
  const at: Station = { x, y, angle: (degrees * Math.PI) / 180, step: 0 };
  return shape(
    placed(at, [
      [-rx * 0.72, -ry * 0.72],
      [rx * 0.72, -ry * 0.72],
      [rx * 0.72, ry * 0.72],
      [-rx * 0.72, ry * 0.72],
    ]),
  );
}
