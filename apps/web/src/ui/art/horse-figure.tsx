/**
 * The horse: long neck with crest and mane, straight back, long cannon bones, fetlocks, hooves.
 * Local coordinates: ground at y 600, withers at y 98, muzzle at x 22, tail at x 762.
 */
import { longBone, pebble, ribs, vertebrae } from './bones.ts';
import { line, shape, stations, swung } from './curves.ts';
import type { Knot, LimbPose } from './curves.ts';
import { Figure } from './figure.tsx';
import type { FigureGeometry, FigureProps } from './figure.tsx';

const HEAD: readonly Knot[] = [
  [184, 36], [176, 50], [156, 66], [124, 82], [90, 100], [70, 114], [60, 128], [46, 131], [30, 124],
  [22, 106], [32, 84], [58, 46], [86, 2], [112, -36], [130, -62], [140, -104, 0.2], [158, -70, 0.6],
];
const TOPLINE: readonly Knot[] = [
  [198, -54], [240, -8], [272, 46], [298, 84], [328, 98], [380, 117], [450, 125], [530, 115],
  [596, 106], [652, 115], [700, 138],
];
const HIND_LIMB: readonly Knot[] = [
  [729, 206], [728, 240], [716, 290], [707, 330], [713, 370], [728, 398], [726, 430], [719, 470],
  [717, 508], [725, 532], [714, 554], [708, 578], [706, 600, 0], [658, 600, 0], [675, 566],
  [687, 544], [693, 520], [694, 480], [689, 430], [680, 400], [648, 358], [598, 322], [586, 296],
];
const BELLY: readonly Knot[] = [[574, 300], [540, 332], [470, 354], [400, 356], [346, 346]];
const FORE_LIMB: readonly Knot[] = [
  [318, 336], [315, 370], [304, 420], [305, 450], [298, 476], [297, 504], [304, 530], [294, 552],
  [287, 578], [286, 600, 0], [237, 600, 0], [253, 566], [265, 545], [271, 522], [273, 482],
  [267, 450], [267, 426], [262, 380], [250, 336],
];
const CHEST: readonly Knot[] = [[234, 306], [221, 284], [221, 254], [222, 214], [212, 160], [198, 100]];
const TAIL: readonly Knot[] = [
  [700, 138], [736, 160], [758, 220], [764, 320], [752, 420], [734, 478, 0.3], [722, 400], [722, 300], [728, 230], [716, 180],
];

const SPINE: readonly Knot[] = [
  [163, -26], [186, 16], [206, 70], [226, 130], [250, 180], [274, 200], [312, 186], [370, 166],
  [440, 151], [510, 143], [588, 138], [650, 144], [690, 150], [722, 170], [738, 204], [742, 240],
];
const THORACIC = stations(SPINE, 5, 9, 18);
const COSTAL: readonly Knot[] = [[242, 276], [276, 318], [340, 330], [420, 316], [490, 268], [552, 206]];
const withers = (t: number) => 16 + 52 * Math.exp(-(((t - 0.2) / 0.26) ** 2));

const FAR_FORE: LimbPose = { top: 310, bottom: 600, swing: -40, shift: -14, lift: 10 };
const FAR_HIND: LimbPose = { top: 260, bottom: 600, swing: -62, shift: -10, lift: 10 };

const GEOMETRY: FigureGeometry = {
  far: [shape(swung(FORE_LIMB, FAR_FORE)), shape(swung(HIND_LIMB, FAR_HIND)), shape(TAIL)],
  farBones: [],
  body: shape([...HEAD, ...TOPLINE, ...HIND_LIMB, ...BELLY, ...FORE_LIMB, ...CHEST]),
  arcs: ribs(THORACIC, stations(COSTAL, 0, COSTAL.length - 1, 18), (t) => 6 + 34 * t),
  bones: [
    ...vertebrae(stations(SPINE, 0, 5, 7), { body: [24, 22], process: () => [5, 0] }),
    ...vertebrae(THORACIC, { body: [16, 15], process: (t) => [withers(t), 16 - 16 * t] }),
    ...vertebrae(stations(SPINE, 9, 10, 6), { body: [15, 16], process: () => [14, -2] }),
    ...vertebrae(stations(SPINE, 10, 11, 5), { body: [15, 12], process: () => [9, 3] }),
    ...vertebrae(stations(SPINE, 11, 15, 14, 0.9), { body: [11, 5], process: () => [0, 0] }),
    shape([[238, 250], [262, 188], [290, 120], [330, 108], [354, 130], [302, 200], [256, 262]]),
    longBone([246, 264], [292, 320], { head: 16, shaft: 8, foot: 12 }),
    shape([[318, 304], [306, 306], [298, 330], [298, 380], [306, 340]]),
    longBone([289, 328], [286, 438], { head: 12, shaft: 7, foot: 11, bow: -3 }),
    pebble(279, 446, 7, 5), pebble(292, 446, 7, 5), pebble(303, 447, 5, 8),
    pebble(279, 456, 7, 5), pebble(291, 456, 7, 5),
    longBone([285, 464], [284, 522], { head: 10, shaft: 6, foot: 8 }),
    pebble(297, 527, 4, 6),
    longBone([283, 530], [271, 556], { head: 8, shaft: 6, foot: 7 }),
    longBone([269, 560], [264, 572], { head: 7, shaft: 6, foot: 7 }),
    shape([[256, 574, 0.4], [272, 578, 0.4], [279, 594, 0.2], [245, 594, 0.2]]),
    shape([[588, 138], [604, 118], [620, 140], [660, 200], [718, 196], [722, 210], [674, 236], [650, 218], [630, 184], [588, 154]]),
    longBone([664, 220], [608, 302], { head: 15, shaft: 9, foot: 16 }),
    pebble(592, 302, 7, 11, 20),
    longBone([610, 316], [700, 406], { head: 16, shaft: 7.5, foot: 11 }),
    shape([[728, 394], [718, 390], [700, 408], [698, 424], [712, 428]]),
    pebble(705, 432, 11, 4), pebble(705, 440, 11, 4),
    longBone([705, 446], [706, 522], { head: 11, shaft: 6, foot: 8 }),
    pebble(718, 527, 4, 6),
    longBone([705, 530], [693, 556], { head: 8, shaft: 6, foot: 7 }),
    longBone([691, 560], [686, 572], { head: 7, shaft: 6, foot: 7 }),
    shape([[678, 574, 0.4], [693, 578, 0.4], [699, 594, 0.2], [666, 594, 0.2]]),
    shape([[58, 116], [90, 92], [120, 62], [140, -10], [152, -14], [166, 40], [152, 58], [110, 78]]),
    shape([[34, 98], [60, 54], [90, 8], [116, -34], [136, -56], [154, -58], [164, -36], [154, -14], [140, 4], [126, 44], [92, 74], [50, 112]]),
  ],
  marks: [
    shape([[112, -14], [126, -22], [134, -10], [122, 2]]),
    line([[318, 118], [288, 176], [252, 246]]),
  ],
  surface: [line([[253, 568], [287, 578]]), line([[674, 568], [708, 578]])],
};

export function HorseFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />;
}
