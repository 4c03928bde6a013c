import { CLAW, FEMUR, outlineBone, outlineSmallBone, SHAFT, TIBIA } from '../../ui/art/bones.ts'
import { parseKnots, drawLine } from '../../ui/art/curves.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** The hind leg of a dog or cat, from the hip to the toes; the joints are large. */
export const smallHindLimb: LimbDrawing = {
  part: 'Back Legs',
  whole: 'Back Leg',
  contour: parseKnots(`
    146,-40 108,30 78,110 62,176 64,224 88,262 128,310 170,350 194,384 196,420 186,462 172,500
    150,530 130,556,0.5 140,578 190,586 236,580 246,556 234,524 238,480 248,440 270,410 292,376
    286,354 262,336 228,298 208,258 228,200 268,130 300,50 312,-40
  `),
  bones: [
    parseKnots('176,-60,0.4 206,-20 226,30 246,52 262,76 300,90,0.5 304,70 272,44 254,10 250,-60'),
    outlineBone(FEMUR, [232, 64], [126, 202], 66),
    outlineSmallBone(90, 186, 10, 17, 28),
    outlineBone(SHAFT, [150, 234], [240, 364], 8),
    outlineBone(TIBIA, [124, 222], [230, 374], 62),
    parseKnots('280,352,0.6 290,364 268,394 244,412 226,404 234,384 258,372'),
    outlineSmallBone(230, 418, 15, 8),
    outlineSmallBone(226, 434, 15, 7),
    outlineBone(SHAFT, [218, 444], [194, 512], 16),
    outlineBone(SHAFT, [236, 444], [216, 516], 16),
    outlineBone(SHAFT, [192, 518], [168, 548], 14),
    outlineBone(SHAFT, [214, 522], [196, 554], 14),
    outlineBone(CLAW, [164, 552], [146, 572], 13),
    outlineBone(CLAW, [193, 558], [178, 577], 13),
  ],
  marks: [
    drawLine(parseKnots('214,52 232,44 250,54')),
    drawLine(parseKnots('104,204 122,214 144,210')),
  ],
  surface: [drawLine(parseKnots('140,578,0 236,580,0'))],
  joints: [
    {
      joint: 'Hip',
      contour: parseKnots('130,6,0 230,6 332,6,0 332,124,0 230,124 130,124,0'),
      at: [232, 64],
    },
    {
      joint: 'Stifle',
      contour: parseKnots('10,146,0 120,146 222,146,0 222,276,0 120,276 10,276,0'),
      at: [116, 210],
    },
    {
      joint: 'Tarsus',
      contour: parseKnots('140,332,0 230,332 332,332,0 332,454,0 230,454 140,454,0'),
      at: [236, 396],
    },
  ],
  at: [172, 306],
  label: [60, 420],
}
