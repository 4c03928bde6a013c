/**
 * The horse: long neck with crest and mane, straight back, long cannon bones, fetlocks, hooves.
 * Local coordinates: ground at y 600, withers at y 96, muzzle at x 16, tail at x 788.
 */
import {
  outlineBone,
  drawCartilages,
  FEMUR,
  HUMERUS,
  outlineSmallBone,
  RADIUS,
  drawRibs,
  SHAFT,
  TIBIA,
  drawVertebrae,
} from './bones.ts'
import { parseKnots, drawLine, placeKnots, drawShape, sampleStations, swingLimb } from './curves.ts'
import type { Knot, LimbPose, Station } from './curves.ts'
import { Figure } from './figure.tsx'
import type { FigureGeometry, FigureProps } from './figure.tsx'

/** The head has its own frame: x from the poll down to the muzzle, y towards the forehead. */
const POLL: Station = { x: 146, y: -62, angle: 2.187, step: 0 }

const HEAD: readonly Knot[] = placeKnots(
  POLL,
  parseKnots(`
  64,-93,0.5 86,-90 108,-82 140,-68 164,-60 178,-60 192,-64 203,-56 206,-47 214,-40 213,-24
  198,-8 172,2 122,8 76,10 34,8
`),
)
const EAR: readonly Knot[] = parseKnots('128,-62 128,-88 142,-112,0.2 153,-92 156,-72,0.5')
const TOPLINE: readonly Knot[] = parseKnots(`
  196,-63 242,-32 277,18 303,62 326,86 352,96 388,110 450,122 530,114 596,105 652,113
  698,132
`)
const TAIL: readonly Knot[] = parseKnots(`
  740,148 772,196 786,280 788,380 770,462 742,506,0.2 750,440 746,350 748,262 733,204,0.3
`)
const HIND_LIMB: readonly Knot[] = parseKnots(`
  730,240 718,288 704,330 713,370 734,396 731,428 721,468 719,510 728,535 718,556 711,577
  710,600,0 656,600,0 673,567 684,552 693,530 694,482 688,432 676,406 638,368 606,342
  590,320
`)
const BELLY: readonly Knot[] = parseKnots('577,306,0.25 544,326 484,348 412,359 354,350')
const FORE_LIMB: readonly Knot[] = parseKnots(`
  330,334,0.5 325,366 308,412 310,440 300,466 298,506 307,534 297,555 290,577 289,600,0
  236,600,0 252,567 263,552 271,530 272,480 265,444 265,418 259,376 246,336
`)
const CHEST: readonly Knot[] = parseKnots('232,306 218,284 216,254 221,210 216,160 205,104 191,70')

const SPINE: readonly Knot[] = parseKnots(`
  163,-36 192,-4 215,44 230,98 242,146 256,182 280,200 316,187 370,173 440,160 512,150
  590,142 650,144 698,150 734,170 756,208 764,254
`)
const THORACIC = sampleStations(SPINE, 6, 10, 18)
const RIB_ENDS = sampleStations(
  parseKnots('248,264 280,304 350,318 430,314 510,284 572,222'),
  0,
  5,
  18,
)
const STERNUM = sampleStations(parseKnots('230,282 262,320 320,338 400,340'), 0, 3, 7)
const withers = (t: number) => 17 + 48 * Math.exp(-(((t - 0.2) / 0.26) ** 2))

const FORE_BONES: readonly (readonly Knot[])[] = [
  outlineBone(HUMERUS, [241, 262], [301, 326], 40),
  outlineBone(RADIUS, [293, 334], [286, 432], 26),
  parseKnots(`
  328,304 318,299 310,312 306,326 300,336 299,354 296,388,0.3 304,356 314,336 325,320
`),
  outlineSmallBone(279, 438, 8, 6),
  outlineSmallBone(293, 438, 7, 6),
  outlineSmallBone(304, 440, 5, 8),
  outlineSmallBone(279, 449, 8, 5),
  outlineSmallBone(292, 449, 7, 5),
  parseKnots('295,457 299,459 297,476 293,504,0.3 293,476'),
  outlineBone(SHAFT, [285, 456], [284, 529], 20),
  outlineSmallBone(297, 533, 5, 7),
  outlineBone(SHAFT, [283, 535], [273, 558], 18),
  outlineBone(SHAFT, [271, 561], [265, 573], 17),
  parseKnots('252,574,0.4 262,578 274,577,0.4 280,594,0.2 242,594,0.2'),
]
const HIND_BONES: readonly (readonly Knot[])[] = [
  outlineBone(FEMUR, [666, 214], [616, 298], 42),
  outlineSmallBone(597, 296, 7, 12, 25),
  outlineBone(TIBIA, [616, 312], [702, 408], 40),
  parseKnots('732,394 722,388 708,406 694,408 692,420 700,428 714,426'),
  outlineSmallBone(705, 433, 13, 4),
  outlineSmallBone(705, 441, 12, 4),
  parseKnots('717,449 721,451 719,468 715,496,0.3 715,470'),
  outlineBone(SHAFT, [706, 448], [706, 529], 20),
  outlineSmallBone(718, 533, 5, 7),
  outlineBone(SHAFT, [705, 535], [695, 558], 18),
  outlineBone(SHAFT, [692, 561], [686, 573], 17),
  parseKnots('673,574,0.4 683,578 695,577,0.4 701,594,0.2 662,594,0.2'),
]

const FAR_FORE: LimbPose = { top: 320, bottom: 530, swing: -52, lift: 11 }
const FAR_HIND: LimbPose = { top: 280, bottom: 480, swing: -70, lift: 11 }

/** The mane runs along the crest; the hair of the tail falls from the dock. */
const MANE = [
  drawLine(parseKnots('158,-70 190,-50 224,-14 250,30 280,68 318,88')),
  drawLine(parseKnots('172,-68 212,-36 246,8 270,46 294,68')),
  drawLine(parseKnots('152,-72 144,-60 132,-34')),
  drawLine(parseKnots('148,-72 134,-56 124,-30')),
]
const TAIL_HAIR = [
  drawLine(parseKnots('758,196 774,270 776,360 762,440')),
  drawLine(parseKnots('750,220 762,290 764,370 756,436')),
  drawLine(parseKnots('746,240 754,310 756,390 752,430')),
]

const SCAPULA: readonly Knot[] = parseKnots(`
  226,248 240,224 260,178 284,124 312,106 344,110 358,130 314,184 268,240 252,256
`)
const PELVIS: readonly Knot[] = parseKnots(`
  586,150 590,134 604,116 618,128 636,166 660,194 704,186 721,192 721,207 686,232 660,230
  646,212 620,184 594,168
`)
const MANDIBLE: readonly Knot[] = placeKnots(
  POLL,
  parseKnots(`
  196,-44,0.5 188,-54 168,-51 140,-58 100,-74 72,-84 46,-82 30,-70 26,-52 34,-44 44,-34
  54,-40 62,-54 86,-58 138,-48 168,-42
`),
)
const SKULL: readonly Knot[] = placeKnots(
  POLL,
  parseKnots(`
  6,-3,0.5 34,0 76,1 116,-1 152,-7 178,-14,0.4 176,-22 186,-24 200,-36,0.5 190,-41 166,-34
  140,-40 92,-48 78,-46 66,-40 44,-40 34,-44 20,-48 14,-38 4,-34 0,-18
`),
)

const GEOMETRY: FigureGeometry = {
  far: [
    drawShape([...swingLimb(FORE_LIMB.slice(1, -1), FAR_FORE), ...parseKnots('244,316 290,310')]),
    drawShape([
      ...swingLimb(HIND_LIMB.slice(2, -2), FAR_HIND),
      ...parseKnots('560,330 590,290 680,260'),
    ]),
    drawShape(parseKnots('118,-50 114,-84 124,-106,0.2 138,-84 140,-60')),
  ],
  farBones: [
    ...FORE_BONES.slice(1).map((b) => drawShape(swingLimb(b, FAR_FORE))),
    ...HIND_BONES.slice(2).map((b) => drawShape(swingLimb(b, FAR_HIND))),
  ],
  body: drawShape([
    ...HEAD,
    ...EAR,
    ...TOPLINE,
    ...TAIL,
    ...HIND_LIMB,
    ...BELLY,
    ...FORE_LIMB,
    ...CHEST,
  ]),
  soft: drawCartilages(RIB_ENDS, STERNUM),
  ribs: drawRibs(THORACIC, RIB_ENDS, 0.13),
  bones: [
    ...drawVertebrae(STERNUM, { body: [11, 9], process: () => [0, 0] }),
    ...drawVertebrae(sampleStations(SPINE, 0, 6, 7), { body: [26, 22], process: () => [4, 0] }),
    ...drawVertebrae(THORACIC, { body: [17, 16], process: (t) => [withers(t), 17 - 18 * t] }),
    ...drawVertebrae(sampleStations(SPINE, 10, 11, 6), { body: [16, 16], process: () => [13, -2] }),
    ...drawVertebrae(sampleStations(SPINE, 11, 12, 5), { body: [15, 12], process: () => [10, 3] }),
    ...drawVertebrae(sampleStations(SPINE, 12, 16, 15, 0.9), {
      body: [11, 4],
      process: () => [0, 0],
    }),
    drawShape(SCAPULA),
    drawShape(PELVIS),
    ...FORE_BONES.map(drawShape),
    ...HIND_BONES.map(drawShape),
    drawShape(MANDIBLE),
    drawShape(SKULL),
  ],
  marks: [
    drawShape(placeKnots(POLL, parseKnots('50,-20 64,-8 78,-18 66,-30'))),
    drawLine(placeKnots(POLL, parseKnots('34,-34 50,-37 78,-38 118,-30'))),
    ...[90, 100, 110, 120, 130, 140].map((x) =>
      drawLine(
        placeKnots(POLL, [
          [x + 1, -48 + (x - 90) * 0.15],
          [x - 1, -57 + (x - 90) * 0.18],
        ]),
      ),
    ),
    drawLine(parseKnots('318,116 284,178 242,244')),
    drawShape(parseKnots('680,212 698,204 702,212 686,220')),
  ],
  flaps: [],
  surface: [
    drawLine(parseKnots('252,568 270,574 288,577')),
    drawLine(parseKnots('673,568 690,574 709,577')),
    drawLine(placeKnots(POLL, parseKnots('194,-15 202,-17 205,-24 200,-29'))),
    drawLine(placeKnots(POLL, parseKnots('206,-47 188,-46 176,-44'))),
    ...MANE,
    ...TAIL_HAIR,
  ],
}

export function HorseFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />
}
