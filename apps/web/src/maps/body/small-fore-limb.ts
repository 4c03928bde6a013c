import {
  CLAW,
  HUMERUS,
  outlineBone,
  outlineSmallBone,
  RADIUS,
  SHAFT,
  ULNA,
} from '../../ui/art/bones.ts'
import { parseKnots, drawLine } from '../../ui/art/curves.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** The front leg of a dog or cat, from the shoulder blade to the toes; the joints are large. */
export const smallForeLimb: LimbDrawing = {
  part: 'Front Legs',
  whole: 'Front Leg',
  contour: parseKnots(`
    36,-40 48,20 60,80 84,130 118,180 150,226 158,280 158,340 158,390 152,430 148,470 136,505
    112,535 102,562,0.5 112,580 160,586 214,582 226,560 214,530 216,490 220,440 224,400 220,350
    228,300 248,262 264,232 270,190 290,120 312,40 320,-40
  `),
  bones: [
    parseKnots('108,84,0.6 136,90 160,60 214,10 268,-60 160,-60 138,0 118,50'),
    outlineBone(HUMERUS, [122, 98], [198, 230], 62),
    outlineBone(ULNA, [226, 200], [206, 404], 40),
    outlineBone(RADIUS, [190, 240], [184, 402], 36),
    outlineSmallBone(178, 415, 14, 9),
    outlineSmallBone(202, 417, 10, 9),
    outlineSmallBone(218, 424, 8, 12, 16),
    outlineSmallBone(178, 433, 13, 8),
    outlineSmallBone(200, 434, 10, 8),
    outlineBone(SHAFT, [172, 444], [156, 512], 17),
    outlineBone(SHAFT, [194, 444], [184, 516], 17),
    outlineBone(SHAFT, [154, 518], [136, 546], 15),
    outlineBone(SHAFT, [184, 522], [170, 552], 15),
    outlineBone(CLAW, [132, 550], [116, 572], 14),
    outlineBone(CLAW, [167, 556], [152, 576], 14),
  ],
  marks: [drawLine(parseKnots('182,214 196,222 212,218')), drawLine(parseKnots('126,78 178,20'))],
  surface: [drawLine(parseKnots('112,580,0 214,582,0'))],
  joints: [
    {
      joint: 'Shoulder',
      contour: parseKnots('10,30,0 214,30 226,96 196,168 10,168,0'),
      at: [118, 96],
    },
    {
      joint: 'Elbow',
      contour: parseKnots('80,182,0 200,182 330,182,0 330,296,0 200,296 80,296,0'),
      at: [204, 238],
    },
    {
      joint: 'Carpus',
      contour: parseKnots('80,370,0 190,370 320,370,0 320,472,0 190,472 80,472,0'),
      at: [190, 424],
    },
  ],
  at: [188, 332],
  label: [56, 332],
}
