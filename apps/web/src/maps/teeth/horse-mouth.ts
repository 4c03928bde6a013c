import { parseKnots, drawLine, drawShape } from '../../ui/art/curves.ts'
import type { Arcade, MouthDrawing } from './arcade.ts'

/** Both jaws have the same teeth: the bare bars behind the canines, then the long cheek rows. */
const teeth: Arcade['teeth'] = [
  { position: 1, form: 'cupped', width: 25, depth: 32 },
  { position: 2, form: 'cupped', width: 25, depth: 32 },
  { position: 3, form: 'cupped', width: 25, depth: 30 },
  { position: 4, form: 'peg', width: 22, depth: 32, gap: 12 },
  { position: 5, form: 'wolf', width: 20, depth: 25, gap: 34 },
  { position: 6, form: 'cheek', width: 26, depth: 40, gap: 9 },
  { position: 7, form: 'cheek', width: 24, depth: 42 },
  { position: 8, form: 'cheek', width: 24, depth: 42 },
  { position: 9, form: 'cheek', width: 24, depth: 42 },
  { position: 10, form: 'cheek', width: 24, depth: 42 },
  { position: 11, form: 'cheek', width: 26, depth: 38 },
]

export const horseMouth: MouthDrawing = {
  frame: [0, 0, 340, 546],
  upper: { course: parseKnots('170,34 154,34 130,39 102,60 92,98 80,142 63,200 55,261'), teeth },
  lower: {
    course: parseKnots('170,512 154,512 132,507 106,486 97,448 87,404 71,346 63,285'),
    teeth,
  },
  inside: [
    ...[100, 126, 152, 178, 204, 230].map((y, i) =>
      drawLine(parseKnots(`${128 - i * 6},${y + 12} 170,${y} ${212 + i * 6},${y + 12}`)),
    ),
    drawShape(
      parseKnots('170,466 140,454 130,408 114,344 108,298 170,284 232,298 226,344 210,408 200,454'),
    ),
    drawLine(parseKnots('170,308 170,370 170,436')),
  ],
}
