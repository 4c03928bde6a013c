import { knots, line, shape } from '../../ui/art/curves.ts'
import type { Arcade, MouthDrawing } from './arcade.ts'

/** Both jaws have the same teeth: the bare bars behind the canines, then the long cheek rows. */
const teeth: Arcade['teeth'] = [
  { place: 1, form: 'cupped', width: 25, depth: 32 },
  { place: 2, form: 'cupped', width: 25, depth: 32 },
  { place: 3, form: 'cupped', width: 25, depth: 30 },
  { place: 4, form: 'peg', width: 22, depth: 32, gap: 12 },
  { place: 5, form: 'wolf', width: 20, depth: 25, gap: 34 },
  { place: 6, form: 'cheek', width: 26, depth: 40, gap: 9 },
  { place: 7, form: 'cheek', width: 24, depth: 42 },
  { place: 8, form: 'cheek', width: 24, depth: 42 },
  { place: 9, form: 'cheek', width: 24, depth: 42 },
  { place: 10, form: 'cheek', width: 24, depth: 42 },
  { place: 11, form: 'cheek', width: 26, depth: 38 },
]

export const horseMouth: MouthDrawing = {
  frame: [0, 0, 340, 546],
  upper: { course: knots('170,34 154,34 130,39 102,60 92,98 80,142 63,200 55,261'), teeth },
  lower: { course: knots('170,512 154,512 132,507 106,486 97,448 87,404 71,346 63,285'), teeth },
  inside: [
    ...[100, 126, 152, 178, 204, 230].map((y, i) =>
      line(knots(`${128 - i * 6},${y + 12} 170,${y} ${212 + i * 6},${y + 12}`)),
    ),
    shape(knots('170,466 140,454 130,408 114,344 108,298 170,284 232,298 226,344 210,408 200,454')),
    line(knots('170,308 170,370 170,436')),
  ],
}
