/**
 * The dog: deep chest, tucked abdomen, hanging ear, raised tail, hock well above the ground.
 * Local coordinates: ground at y 500, withers at y 98, nose at x -36, tip of the tail at x 698.
 */
import { longBone, pebble, ribs, vertebrae } from './bones.ts';
import { line, shape, stations, swung } from './curves.ts';
import type { Knot, LimbPose } from './curves.ts';
import { Figure } from './figure.tsx';
import type { FigureGeometry, FigureProps } from './figure.tsx';

const HEAD: readonly Knot[] = [
  [105, 114], [70, 106], [30, 101], [-4, 95], [-24, 86], [-33, 74], [-37, 62], [-28, 52],
  [8, 41], [40, 33], [54, 17], [82, 1], [112, 2],
];
const TOPLINE: readonly Knot[] = [
  [140, 20], [178, 58], [210, 86], [240, 98], [300, 110], [380, 112], [450, 107], [510, 111], [556, 132],
];
const TAIL: readonly Knot[] = [
  [592, 142], [634, 130], [672, 92], [698, 38, 0.4], [688, 96], [650, 148], [612, 166], [586, 170],
];
const HIND_LIMB: readonly Knot[] = [
  [592, 190], [591, 222], [577, 272], [569, 320], [583, 366], [597, 390], [594, 420], [589, 456],
  [588, 484], [580, 499, 0.5], [546, 500, 0.6], [533, 490], [540, 476], [556, 464], [563, 438],
  [562, 410], [546, 376], [512, 342], [480, 312], [468, 280],
];
const BELLY: readonly Knot[] = [[462, 256], [420, 276], [360, 300], [310, 315], [278, 318]];
const FORE_LIMB: readonly Knot[] = [
  [267, 304], [265, 340], [257, 390], [258, 420], [251, 448], [252, 484], [245, 499, 0.5],
  [214, 500, 0.6], [202, 490], [208, 476], [223, 464], [229, 440], [227, 414], [225, 370], [216, 322], [202, 288],
];
const CHEST: readonly Knot[] = [[174, 258], [156, 222], [144, 186], [124, 150]];

const SPINE: readonly Knot[] = [
  [122, 56], [140, 86], [164, 124], [196, 158], [222, 166], [260, 156], [310, 144], [390, 134],
  [440, 131], [492, 138], [540, 152], [580, 158], [630, 146], [668, 106], [688, 66],
];
const THORACIC = stations(SPINE, 4, 7, 13);
const COSTAL: readonly Knot[] = [[182, 226], [206, 268], [256, 288], [318, 284], [372, 258], [424, 208]];

const FAR_FORE: LimbPose = { top: 260, bottom: 500, swing: -34, shift: -12, lift: 8 };
const FAR_HIND: LimbPose = { top: 230, bottom: 500, swing: -52, shift: -8, lift: 8 };

const GEOMETRY: FigureGeometry = {
  far: [shape(swung(FORE_LIMB, FAR_FORE)), shape(swung(HIND_LIMB, FAR_HIND))],
  farBones: [],
  body: shape([...HEAD, ...TOPLINE, ...TAIL, ...HIND_LIMB, ...BELLY, ...FORE_LIMB, ...CHEST]),
  arcs: ribs(THORACIC, stations(COSTAL, 0, COSTAL.length - 1, 13), (t) => 6 + 30 * t),
  bones: [
    ...vertebrae(stations(SPINE, 0, 4, 7), { body: [17, 15], process: (t) => [5 + 5 * t, 0] }),
    ...vertebrae(THORACIC, { body: [13, 12], process: (t) => [38 - 26 * t, 12 - 12 * t] }),
    ...vertebrae(stations(SPINE, 7, 9, 7), { body: [13, 14], process: () => [11, -3] }),
    ...vertebrae(stations(SPINE, 9, 10, 3), { body: [14, 11], process: () => [5, 2] }),
    ...vertebrae(stations(SPINE, 10, 14, 14, 0.9), { body: [10, 4], process: () => [0, 0] }),
    // Scapula, humerus, radius and ulna, carpus, metacarpus, digits.
    shape([[186, 226], [184, 208], [200, 150], [216, 118], [240, 112], [260, 130], [226, 180], [202, 222]]),
    longBone([188, 230], [242, 296], { head: 13, shaft: 6, foot: 10, bow: -3 }),
    longBone([258, 284], [253, 414], { head: 7, shaft: 3, foot: 4 }),
    longBone([241, 302], [242, 414], { head: 8, shaft: 5, foot: 8, bow: -3 }),
    pebble(239, 422, 6, 5), pebble(250, 422, 5, 5), pebble(257, 421, 4, 6),
    longBone([243, 430], [236, 466], { head: 5, shaft: 3, foot: 4 }),
    longBone([236, 430], [226, 466], { head: 5, shaft: 3, foot: 4 }),
    longBone([230, 470], [217, 482], { head: 5, shaft: 3, foot: 4 }),
    longBone([216, 484], [206, 491], { head: 4, shaft: 2.5, foot: 2 }),
    // Pelvis, femur, patella, tibia, tarsus, metatarsus, digits.
    shape([[486, 120], [506, 124], [540, 168], [560, 178], [590, 188], [592, 202], [566, 210], [540, 202], [528, 184], [490, 148]]),
    longBone([544, 190], [494, 298], { head: 12, shaft: 6, foot: 13, bow: -4 }),
    pebble(481, 298, 5, 8, 25),
    longBone([497, 312], [570, 394], { head: 13, shaft: 5.5, foot: 8 }),
    shape([[600, 388], [592, 384], [572, 402], [567, 416], [572, 426], [582, 424]]),
    longBone([576, 428], [570, 466], { head: 6, shaft: 4, foot: 5 }),
    longBone([566, 470], [553, 482], { head: 5, shaft: 3, foot: 4 }),
    longBone([551, 484], [540, 491], { head: 4, shaft: 2.5, foot: 2 }),
    // Mandible below the skull.
    shape([[-20, 78], [0, 80], [52, 84], [66, 66], [74, 52], [84, 60], [92, 74], [94, 88], [80, 94], [40, 97], [4, 91]]),
    shape([[-22, 58], [6, 47], [42, 38], [56, 22], [84, 9], [110, 13], [121, 30], [117, 58], [104, 72], [90, 66], [72, 74], [50, 80], [6, 78], [-20, 72]]),
  ],
  marks: [
    shape([[50, 44], [62, 36], [72, 46], [62, 58]]),
    line([[238, 118], [216, 158], [192, 208]]),
  ],
  surface: [],
};

export function DogFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />;
}
