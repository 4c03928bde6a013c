import { outlineBone, FEMUR, outlineSmallBone, SHAFT, TIBIA } from '../../ui/art/bones.ts'
import { parseKnots, drawLine } from '../../ui/art/curves.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** From the stifle to the ground; gaskin and cannon are drawn short, the joints large. */
export const hindLimb: LimbDrawing = {
  part: 'Back Legs',
  whole: 'Back Leg',
  contour: parseKnots(`
    116,-40 84,10 66,52 70,92 98,134 144,184 184,226 200,258 208,292 210,330 207,384 198,414
    189,438 171,478 152,510,0.5 88,586,0 204,586,0 213,572 237,550 242,534 234,512 246,480
    268,454 272,430 264,400 264,350 270,312 286,284 309,242 306,212 272,190 246,146 256,84
    284,20 302,-40
  `),
  bones: [
    outlineBone(FEMUR, [232, -120], [134, 64], 76),
    outlineSmallBone(92, 50, 13, 21, 24),
    outlineBone(SHAFT, [160, 104], [196, 168], 7),
    outlineBone(TIBIA, [132, 86], [236, 246], 78),
    parseKnots('300,232,0.6 288,218 270,238 252,254 226,256 220,276 230,292 258,288 276,270'),
    outlineSmallBone(238, 299, 23, 7, -4),
    outlineSmallBone(237, 313, 22, 7),
    parseKnots('250,326 260,326 259,358 252,398,0.3 250,358'),
    outlineBone(SHAFT, [232, 324], [230, 414], 42),
    outlineBone(SHAFT, [226, 424], [196, 482], 38),
    outlineSmallBone(255, 430, 9, 14, -10),
    outlineBone(SHAFT, [192, 490], [174, 518], 37),
    parseKnots('154,526,0.4 168,530 182,544,0.5 192,556 208,568,0.5 200,576 160,578 104,580,0.3'),
    outlineSmallBone(196, 542, 11, 6, 48),
  ],
  marks: [
    drawLine(parseKnots('232,262 242,272 240,286')),
    drawLine(parseKnots('112,62 126,74 148,76')),
  ],
  surface: [
    drawLine(parseKnots('152,510 190,530 234,546')),
    drawLine(parseKnots('88,586,0 204,586,0')),
  ],
  joints: [
    {
      joint: 'Stifle',
      contour: parseKnots('16,6,0 120,4 196,22 216,66 196,116 148,152 90,168 16,168,0'),
      at: [136, 76],
    },
    {
      joint: 'Tarsus',
      contour: parseKnots(
        '130,214,0 196,220 264,188 326,182,0 326,330,0 258,332 206,332 130,330,0',
      ),
      at: [242, 272],
    },
    {
      joint: 'Hind Fetlock',
      contour: parseKnots(
        '120,392,0 210,390 256,388 326,388,0 326,484,0 246,482 170,476 120,466,0',
      ),
      at: [229, 428],
    },
  ],
  at: [232, 362],
  label: [82, 250],
}
