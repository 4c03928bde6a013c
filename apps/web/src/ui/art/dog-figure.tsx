/**
 * The dog: deep chest, tucked abdomen, hanging ear, raised tail, hock well above the ground.
 * Local coordinates: ground at y 500, withers at y 98, nose at x -39, tip of the tail at x 692.
 */
import {
  outlineBone,
  drawCartilages,
  CLAW,
  FEMUR,
  HUMERUS,
  outlineSmallBone,
  RADIUS,
  drawRibs,
  SHAFT,
  TIBIA,
  ULNA,
  drawVertebrae,
} from './bones.ts'
import { parseKnots, drawLine, drawShape, sampleStations, swingLimb } from './curves.ts'
import type { Knot, LimbPose } from './curves.ts'
import { Figure } from './figure.tsx'
import type { FigureGeometry, FigureProps } from './figure.tsx'

const HEAD: readonly Knot[] = parseKnots(`
  112,118 80,110 36,105 0,100 -20,94 -30,84 -33,76 -39,66 -36,55 -26,49 6,41 38,32 52,17
  76,3 108,2
`)
const TOPLINE: readonly Knot[] = parseKnots(
  '140,22 176,56 208,84 242,97 300,109 380,111 450,106 510,110 552,126',
)
const TAIL: readonly Knot[] = parseKnots(
  '590,133 632,117 668,78 692,20,0.3 690,80 660,130 620,156 594,166,0.6',
)
const HIND_LIMB: readonly Knot[] = parseKnots(`
  597,192 594,226 580,272 572,320 586,364 604,388 598,416 588,456 585,478 578,498,0.5
  541,500,0.6 525,491 531,477 552,463 562,438 559,412 540,382 504,350 476,322 467,296
`)
const BELLY: readonly Knot[] = parseKnots('461,267,0.1 424,275 364,300 316,318 286,322')
const FORE_LIMB: readonly Knot[] = parseKnots(`
  273,310,0.5 270,338 257,386 259,418 248,446 245,476 240,498,0.5 204,500,0.6 188,491
  194,477 214,463 225,440 222,414 223,370 214,322 200,288
`)
const CHEST: readonly Knot[] = parseKnots('174,260 156,226 146,188 130,150')

const SPINE: readonly Knot[] = parseKnots(`
  124,58 142,88 166,126 196,158 222,167 260,159 310,149 390,138 440,134 492,138 540,147
  580,150 630,138 666,100 686,50
`)
const THORACIC = sampleStations(SPINE, 4, 7, 13)
const RIB_ENDS = sampleStations(
  parseKnots('186,216 210,256 258,276 320,276 384,258 446,204'),
  0,
  5,
  13,
)
const STERNUM = sampleStations(parseKnots('174,238 206,272 262,297 336,300'), 0, 3, 8)

const FORE_BONES: readonly (readonly Knot[])[] = [
  outlineBone(HUMERUS, [181, 224], [249, 299], 29),
  outlineBone(RADIUS, [243, 305], [238, 411], 19),
  outlineBone(ULNA, [267, 284], [249, 414], 17),
  outlineSmallBone(234, 418, 7, 5),
  outlineSmallBone(245, 419, 5, 5),
  outlineSmallBone(252, 419, 4, 6),
  outlineBone(SHAFT, [245, 426], [236, 468], 9),
  outlineBone(SHAFT, [234, 426], [223, 466], 10),
  outlineBone(SHAFT, [221, 469], [209, 480], 10),
  outlineBone(SHAFT, [207, 480], [202, 488], 8),
  outlineBone(CLAW, [201, 489], [191, 494], 7),
]
const HIND_BONES: readonly (readonly Knot[])[] = [
  outlineBone(FEMUR, [546, 188], [496, 298], 28),
  outlineSmallBone(480, 296, 5, 9, 25),
  outlineBone(SHAFT, [510, 318], [576, 394], 5),
  outlineBone(TIBIA, [496, 308], [572, 396], 28),
  parseKnots('602,386 593,381 579,397 566,399 564,410 572,417 584,410'),
  outlineSmallBone(574, 421, 9, 4),
  outlineBone(SHAFT, [580, 427], [574, 468], 9),
  outlineBone(SHAFT, [570, 427], [560, 466], 10),
  outlineBone(SHAFT, [558, 469], [546, 480], 10),
  outlineBone(SHAFT, [544, 480], [539, 488], 8),
  outlineBone(CLAW, [538, 489], [528, 494], 7),
]

const FAR_FORE: LimbPose = { top: 280, bottom: 440, swing: -44, lift: 9 }
const FAR_HIND: LimbPose = { top: 262, bottom: 400, swing: -58, lift: 9 }

const SCAPULA: readonly Knot[] = parseKnots(`
  174,216 182,200 194,160 214,124 236,110 256,118 262,136 230,176 201,210 192,221
`)
const PELVIS: readonly Knot[] = parseKnots(`
  482,126 490,116 512,124 540,160 556,172 584,176 594,186 592,200 566,208 544,202 530,186
  508,164 484,146
`)
const MANDIBLE: readonly Knot[] = parseKnots(`
  -22,80,0.5 -14,91 12,95 48,99 78,97 94,91,0.5 90,79 94,68 86,68 77,54 68,56 64,72 56,85
  20,86 -10,82
`)
const SKULL: readonly Knot[] = parseKnots(`
  -26,66 -22,57 0,50 30,43 46,35 58,22 76,13 98,10 114,15 125,26,0.4 120,42 123,55 114,63
  107,62 103,72 94,70 88,63 76,68 58,69 50,78 26,79 0,77 -22,75
`)

const GEOMETRY: FigureGeometry = {
  far: [
    drawShape([...swingLimb(FORE_LIMB.slice(1, -1), FAR_FORE), ...parseKnots('212,280 250,280')]),
    drawShape([
      ...swingLimb(HIND_LIMB.slice(2, -2), FAR_HIND),
      ...parseKnots('440,300 462,250 540,240'),
    ]),
  ],
  farBones: [
    ...FORE_BONES.slice(1).map((b) => drawShape(swingLimb(b, FAR_FORE))),
    ...HIND_BONES.slice(2).map((b) => drawShape(swingLimb(b, FAR_HIND))),
  ],
  body: drawShape([...HEAD, ...TOPLINE, ...TAIL, ...HIND_LIMB, ...BELLY, ...FORE_LIMB, ...CHEST]),
  soft: drawCartilages(RIB_ENDS, STERNUM),
  ribs: drawRibs(THORACIC, RIB_ENDS, 0.13),
  bones: [
    ...drawVertebrae(STERNUM, { body: [9, 7], process: () => [0, 0] }),
    ...drawVertebrae(sampleStations(SPINE, 0, 4, 7), {
      body: [18, 16],
      process: (t) => [3 + 6 * t, 0],
    }),
    ...drawVertebrae(THORACIC, { body: [14, 13], process: (t) => [40 - 29 * t, 12 - 13 * t] }),
    ...drawVertebrae(sampleStations(SPINE, 7, 9, 7), { body: [14, 15], process: () => [10, -4] }),
    ...drawVertebrae(sampleStations(SPINE, 9, 10, 3), { body: [14, 11], process: () => [6, 1] }),
    ...drawVertebrae(sampleStations(SPINE, 10, 14, 16, 0.9), {
      body: [10, 4],
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
    drawShape(parseKnots('51,46 61,36 71,45 62,56')),
    drawLine(parseKnots('70,56 80,59 92,56')),
    drawLine(parseKnots('72,40 88,26 112,22')),
    drawLine(parseKnots('-14,76 -11,89,0.2 -6,78')),
    drawLine(parseKnots('4,78,0 9,83,0 14,79,0 19,84,0 25,80,0 32,86,0 38,80,0 43,85,0 48,79,0')),
    drawLine(parseKnots('238,116 212,158 186,208')),
    drawShape(parseKnots('562,190 574,188 576,196 564,200')),
  ],
  flaps: [
    drawShape(parseKnots('102,11,0.4 89,30 78,60 72,88 81,100 100,91 116,70 126,44 124,22,0.4')),
  ],
  surface: [
    drawLine(parseKnots('-36,55 -27,58 -26,67 -34,74')),
    // Toes of the fore and the hind paw.
    ...[0, 338].flatMap((x) => [
      drawLine(parseKnots(`${x + 206},484 ${x + 203},492 ${x + 206},499`)),
      drawLine(parseKnots(`${x + 222},485 ${x + 219},492 ${x + 221},499`)),
    ]),
  ],
}

export function DogFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />
}
