import { outlineBone, outlineSmallBone, RADIUS, SHAFT } from '../../ui/art/bones.ts'
import { parseKnots, drawLine } from '../../ui/art/curves.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** The region behind the coffin joint: the navicular bone, its bursa and the heel. */
const navicular = parseKnots(
  '196,462 172,470 150,484 143,504 152,530 160,560 162,600,0 330,600,0 330,446,0',
)

/**
 * From the forearm to the ground; the cannon is drawn short, and the joints large enough to touch.
 */
export const foreLimb: LimbDrawing = {
  part: 'Front Legs',
  whole: 'Front Leg',
  contour: parseKnots(`
    170,-30 175,50 168,100 161,130 164,165 177,196 181,250 180,300 169,335 159,362 146,390
    120,434 99,462,0.5 24,580,0 170,580,0 179,562 208,532 216,510 207,482 211,446 236,404
    260,380 265,352 254,320 246,288 246,240 250,206 262,180 271,142 262,110 246,88 240,50
    248,-30
  `),
  bones: [
    outlineBone(RADIUS, [205, -60], [206, 112], 66),
    outlineSmallBone(186, 127, 13, 12),
    outlineSmallBone(208, 127, 10, 12),
    outlineSmallBone(226, 129, 9, 12),
    outlineSmallBone(247, 136, 11, 19, 12),
    outlineSmallBone(185, 153, 13, 11),
    outlineSmallBone(208, 153, 11, 11),
    outlineSmallBone(227, 154, 8, 10),
    parseKnots('226,170 238,172 237,226 229,286,0.3 228,226'),
    outlineBone(SHAFT, [206, 168], [206, 332], 52),
    outlineBone(SHAFT, [200, 343], [158, 418], 46),
    outlineSmallBone(237, 350, 12, 18, -12),
    outlineBone(SHAFT, [152, 428], [128, 466], 45),
    parseKnots('103,476,0.4 122,482 140,500,0.5 152,518 175,540,0.5 168,556 120,564 44,568,0.3'),
    outlineSmallBone(159, 500, 14, 8, 48),
  ],
  marks: [
    drawLine(parseKnots('118,494 96,528 70,556')),
    drawLine(parseKnots('126,520 112,540 92,556')),
  ],
  surface: [
    drawLine(parseKnots('99,462 150,486 210,524')),
    drawLine(parseKnots('24,580,0 170,580,0')),
  ],
  joints: [
    {
      joint: 'Carpus',
      contour: parseKnots('20,96,0 170,94 254,94 320,96,0 320,188,0 246,190 172,190 20,188,0'),
      at: [207, 141],
    },
    {
      joint: 'Front Fetlock',
      contour: parseKnots('20,304,0 178,304 240,304 320,304,0 320,404,0 232,404 150,394 20,380,0'),
      at: [204, 348],
    },
    {
      joint: 'Forefoot',
      contour: parseKnots('20,380,0 150,394 232,404 320,404,0 330,446,0 330,600,0 6,600,0 6,470,0'),
      hole: navicular,
      at: [112, 520],
    },
    { joint: 'Navicular of Forelimb', contour: navicular, at: [184, 516] },
  ],
  at: [206, 248],
  label: [82, 250],
}
