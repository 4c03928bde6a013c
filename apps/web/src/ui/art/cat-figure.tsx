/**
 * The cat: round skull, short muzzle, pointed ears, flexed limbs, long raised tail.
 * Local coordinates: ground at y 400, withers at y 130, nose at x 42, tip of the tail at x 650.
 */
import { longBone, pebble, ribs, vertebrae } from './bones.ts';
import { line, shape, stations, swung } from './curves.ts';
import type { Knot, LimbPose } from './curves.ts';
import { Figure } from './figure.tsx';
import type { FigureGeometry, FigureProps } from './figure.tsx';

const HEAD: readonly Knot[] = [
  [112, 152], [88, 150], [62, 142], [48, 130], [42, 113], [50, 98], [60, 82], [74, 62], [86, 50],
  [95, 4, 0.2], [124, 46],
];
const TOPLINE: readonly Knot[] = [
  [142, 62], [166, 94], [196, 120], [228, 131], [280, 145], [350, 147], [420, 136], [470, 128], [512, 136], [540, 140],
];
const TAIL: readonly Knot[] = [
  [562, 118], [580, 66], [588, 0], [610, -48], [642, -60], [652, -48], [644, -38], [620, -26], [608, 10], [602, 80], [588, 144], [564, 178],
];
const HIND_LIMB: readonly Knot[] = [
  [556, 196], [550, 232], [537, 268], [530, 300], [549, 328], [542, 352], [528, 378], [518, 398, 0.5],
  [478, 400, 0.6], [464, 391], [472, 377], [492, 366], [508, 350], [512, 334], [494, 314], [462, 298], [434, 282], [426, 262],
];
const BELLY: readonly Knot[] = [[418, 246], [380, 257], [320, 268], [272, 274]];
const FORE_LIMB: readonly Knot[] = [
  [252, 272], [248, 300], [238, 334], [238, 356], [230, 378], [227, 397, 0.5], [196, 400, 0.6],
  [182, 391], [189, 377], [206, 367], [212, 346], [210, 318], [204, 290], [194, 264],
];
const CHEST: readonly Knot[] = [[176, 250], [156, 222], [141, 192], [126, 168]];

const SPINE: readonly Knot[] = [
  [128, 102], [146, 122], [166, 146], [186, 162], [208, 168], [246, 164], [292, 168], [342, 168],
  [400, 160], [462, 150], [506, 158], [544, 158], [570, 132], [587, 74], [597, 2], [614, -34], [642, -48],
];
const THORACIC = stations(SPINE, 4, 7, 13);
const COSTAL: readonly Knot[] = [[176, 216], [200, 244], [246, 254], [300, 248], [350, 232], [384, 206]];

const FAR_FORE: LimbPose = { top: 240, bottom: 400, swing: -38, shift: -10, lift: 6 };
const FAR_HIND: LimbPose = { top: 230, bottom: 400, swing: -54, shift: -6, lift: 6 };

const GEOMETRY: FigureGeometry = {
  far: [
    shape(swung(FORE_LIMB, FAR_FORE)),
    shape(swung(HIND_LIMB, FAR_HIND)),
    shape([[70, 70], [70, 14, 0.2], [96, 48]]),
  ],
  farBones: [],
  body: shape([...HEAD, ...TOPLINE, ...TAIL, ...HIND_LIMB, ...BELLY, ...FORE_LIMB, ...CHEST]),
  arcs: ribs(THORACIC, stations(COSTAL, 0, COSTAL.length - 1, 13), (t) => 5 + 22 * t),
  bones: [
    ...vertebrae(stations(SPINE, 0, 4, 7), { body: [13, 12], process: (t) => [4 + 4 * t, 0] }),
    ...vertebrae(THORACIC, { body: [11, 11], process: (t) => [24 - 15 * t, 9 - 9 * t] }),
    ...vertebrae(stations(SPINE, 7, 9, 7), { body: [12, 13], process: () => [9, -3] }),
    ...vertebrae(stations(SPINE, 9, 10, 3), { body: [12, 10], process: () => [5, 2] }),
    ...vertebrae(stations(SPINE, 10, 16, 21, 0.9), { body: [9, 4], process: () => [0, 0] }),
    shape([[176, 216], [176, 200], [196, 156], [216, 138], [242, 150], [216, 186], [190, 218]]),
    longBone([180, 222], [228, 268], { head: 10, shaft: 5, foot: 8 }),
    longBone([243, 260], [230, 348], { head: 5.5, shaft: 2.5, foot: 3.5 }),
    longBone([227, 274], [221, 346], { head: 6, shaft: 4, foot: 6, bow: -2 }),
    pebble(219, 353, 5, 4), pebble(228, 354, 4, 4), pebble(234, 354, 3, 4),
    longBone([221, 360], [211, 380], { head: 4, shaft: 2.5, foot: 3 }),
    longBone([208, 382], [198, 388], { head: 4, shaft: 2.5, foot: 3 }),
    longBone([197, 389], [187, 393], { head: 3, shaft: 2, foot: 1.5 }),
    shape([[452, 140], [466, 142], [500, 178], [546, 192], [548, 204], [524, 210], [500, 204], [488, 186], [454, 154]]),
    longBone([502, 196], [448, 272], { head: 9, shaft: 5, foot: 10 }),
    pebble(437, 272, 4, 6, 35),
    longBone([451, 284], [522, 328], { head: 10, shaft: 4.5, foot: 6 }),
    shape([[550, 326], [543, 322], [526, 334], [521, 346], [530, 350]]),
    longBone([525, 352], [508, 376], { head: 5, shaft: 3, foot: 4 }),
    longBone([503, 380], [490, 388], { head: 4, shaft: 2.5, foot: 3 }),
    longBone([488, 389], [474, 393], { head: 3, shaft: 2, foot: 1.5 }),
    shape([[56, 126], [74, 128], [92, 112], [102, 106], [108, 118], [108, 130], [90, 138], [64, 136]]),
    shape([[50, 114], [55, 100], [66, 82], [84, 66], [106, 60], [124, 72], [130, 92], [124, 106], [108, 114], [90, 116], [70, 124], [53, 122]]),
  ],
  marks: [
    shape([[66, 96], [78, 82], [92, 92], [82, 106]]),
    line([[226, 146], [204, 174], [182, 206]]),
  ],
  surface: [],
};

export function CatFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />;
}
