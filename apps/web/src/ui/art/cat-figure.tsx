/**
 * The cat: round skull, short muzzle, pointed ears, flexed limbs, long raised tail.
 * Local coordinates: ground at y 400, withers at y 130, nose at x 28, tip of the tail at x 654.
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
  124,164 96,163 62,160 40,150 31,136 28,122 29,112 40,98 48,82 60,60 76,42 88,32
  101,-12,0.2 132,32
`)
const TOPLINE: readonly Knot[] = parseKnots(`
  148,54 168,88 194,114 232,129 290,140 350,140 420,130 470,124 510,130 540,134
`)
const TAIL: readonly Knot[] = parseKnots(`
  564,116 580,66 588,4 606,-46 638,-64 654,-56 646,-42 622,-26 609,12 603,76 590,134
  566,168
`)
const HIND_LIMB: readonly Knot[] = parseKnots(`
  562,194 560,226 548,260 548,282 566,302 557,326 538,358 527,380 520,398,0.5 478,400,0.6
  461,391 468,377 492,366 510,346 518,326 504,309 468,294 430,276 420,258
`)
const BELLY: readonly Knot[] = parseKnots('418,252,0.1 384,262 334,271 290,275')
const FORE_LIMB: readonly Knot[] = parseKnots(`
  263,272,0.5 258,296 242,328 242,350 231,374 226,397,0.5 190,400,0.6 174,391 181,377
  201,365 209,342 207,316 202,290 192,266
`)
const CHEST: readonly Knot[] = parseKnots('174,252 156,228 144,202 134,176')

const SPINE: readonly Knot[] = parseKnots(`
  136,108 152,128 170,148 190,163 212,168 250,163 296,163 344,161 402,154 464,146 506,152
  544,150 570,126 588,70 597,4 612,-34 642,-50
`)
const THORACIC = sampleStations(SPINE, 4, 7, 13)
const RIB_ENDS = sampleStations(
  parseKnots('182,208 206,234 254,244 306,242 358,230 398,200'),
  0,
  5,
  13,
)
const STERNUM = sampleStations(parseKnots('168,226 196,250 250,262 316,258'), 0, 3, 8)

const FORE_BONES: readonly (readonly Knot[])[] = [
  outlineBone(HUMERUS, [175, 214], [239, 264], 23),
  outlineBone(RADIUS, [234, 270], [221, 338], 15),
  outlineBone(ULNA, [258, 252], [230, 341], 14),
  outlineSmallBone(219, 345, 6, 4),
  outlineSmallBone(229, 346, 5, 4),
  outlineSmallBone(236, 347, 3, 5),
  outlineBone(SHAFT, [227, 351], [217, 377], 7),
  outlineBone(SHAFT, [218, 351], [205, 376], 8),
  outlineBone(SHAFT, [203, 378], [192, 385], 8),
  outlineBone(SHAFT, [191, 386], [187, 392], 6),
  outlineBone(CLAW, [186, 392], [177, 395], 6),
]
const HIND_BONES: readonly (readonly Knot[])[] = [
  outlineBone(FEMUR, [506, 190], [449, 262], 22),
  outlineSmallBone(434, 261, 4, 7, 38),
  outlineBone(SHAFT, [464, 281], [536, 308], 4),
  outlineBone(TIBIA, [449, 271], [531, 309], 22),
  parseKnots('563,300 555,295 542,308 529,311 526,321 533,330 546,323'),
  outlineBone(SHAFT, [539, 332], [519, 376], 7),
  outlineBone(SHAFT, [531, 332], [507, 376], 8),
  outlineBone(SHAFT, [503, 378], [487, 384], 8),
  outlineBone(SHAFT, [485, 385], [477, 391], 6),
  outlineBone(CLAW, [476, 392], [465, 395], 6),
]

const FAR_FORE: LimbPose = { top: 256, bottom: 350, swing: -44, lift: 7 }
const FAR_HIND: LimbPose = { top: 250, bottom: 320, swing: -64, lift: 7 }

const SCAPULA: readonly Knot[] = parseKnots(
  '168,208 175,194 188,162 206,142 228,137 246,150 240,166 214,184 188,210',
)
const PELVIS: readonly Knot[] = parseKnots(`
  450,144 456,136 470,140 494,166 510,178 544,184 556,194 552,206 528,212 508,206 492,190
  472,174 452,158
`)
const MANDIBLE: readonly Knot[] = parseKnots(`
  42,138,0.5 48,148 72,152 98,149 112,142,0.5 108,130 112,118 104,118 94,104 86,106 83,124
  76,134 54,139
`)
const SKULL: readonly Knot[] = parseKnots(`
  38,124 40,112 50,98 60,76 80,57 104,50 126,58 140,78 140,94 134,108 124,112 118,122
  106,120 100,113 86,122 68,126 60,134 40,133
`)

const GEOMETRY: FigureGeometry = {
  far: [
    drawShape([...swingLimb(FORE_LIMB.slice(1, -1), FAR_FORE), ...parseKnots('206,250 240,250')]),
    drawShape([
      ...swingLimb(HIND_LIMB.slice(2, -2), FAR_HIND),
      ...parseKnots('404,276 424,236 500,226'),
    ]),
    drawShape(parseKnots('60,64 64,26 70,-6,0.2 98,34')),
  ],
  farBones: [
    ...FORE_BONES.slice(1).map((b) => drawShape(swingLimb(b, FAR_FORE))),
    ...HIND_BONES.slice(2).map((b) => drawShape(swingLimb(b, FAR_HIND))),
  ],
  body: drawShape([...HEAD, ...TOPLINE, ...TAIL, ...HIND_LIMB, ...BELLY, ...FORE_LIMB, ...CHEST]),
  soft: drawCartilages(RIB_ENDS, STERNUM),
  ribs: drawRibs(THORACIC, RIB_ENDS, 0.13),
  bones: [
    ...drawVertebrae(STERNUM, { body: [7, 5], process: () => [0, 0] }),
    ...drawVertebrae(sampleStations(SPINE, 0, 4, 7), {
      body: [14, 13],
      process: (t) => [3 + 4 * t, 0],
    }),
    ...drawVertebrae(THORACIC, { body: [11, 11], process: (t) => [21 - 14 * t, 8 - 9 * t] }),
    ...drawVertebrae(sampleStations(SPINE, 7, 9, 7), { body: [12, 13], process: () => [8, -3] }),
    ...drawVertebrae(sampleStations(SPINE, 9, 10, 3), { body: [12, 10], process: () => [5, 1] }),
    ...drawVertebrae(sampleStations(SPINE, 10, 16, 21, 0.9), {
      body: [9, 4],
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
    drawShape(parseKnots('57,96 72,78 88,90 76,108')),
    drawLine(parseKnots('84,108 94,112 106,108')),
    drawLine(parseKnots('48,134 51,147,0.2 55,135')),
    drawLine(parseKnots('60,134,0 65,139,0 70,132,0 75,137,0 79,129,0')),
    drawLine(parseKnots('226,143 204,168 178,201')),
    drawShape(parseKnots('526,194 538,192 540,200 528,203')),
  ],
  flaps: [],
  surface: [
    drawLine(parseKnots('97,30 103,2,0.2 117,28')),
    drawLine(parseKnots('30,112 36,116 33,122')),
    // Toes of the fore and the hind paw.
    ...[0, 286].flatMap((x) => [
      drawLine(parseKnots(`${x + 191},386 ${x + 188},393 ${x + 190},399`)),
      drawLine(parseKnots(`${x + 206},387 ${x + 203},393 ${x + 205},399`)),
    ]),
    drawLine(parseKnots('44,134 24,135 10,130')),
    drawLine(parseKnots('45,139 26,145 12,146')),
  ],
}

export function CatFigure({ weight }: FigureProps) {
  return <Figure geometry={GEOMETRY} weight={weight} />
}
