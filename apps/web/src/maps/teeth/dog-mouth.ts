import { knots, line, shape } from '../../ui/art/curves.ts'
import type { MouthDrawing } from './arcade.ts'

/** A narrow muzzle: the incisors in a bow, strong canines, the carnassials 108 and 409 far back. */
export const dogMouth: MouthDrawing = {
  frame: [0, 0, 340, 470],
  upper: {
    course: knots('170,34 155,34 134,38 104,52 80,86 60,132 45,180 38,226'),
    teeth: [
      { place: 1, form: 'incisor', width: 23, depth: 34 },
      { place: 2, form: 'incisor', width: 23, depth: 34 },
      { place: 3, form: 'incisor', width: 24, depth: 36 },
      { place: 4, form: 'fang', width: 30, depth: 48, gap: 7 },
      { place: 5, form: 'pointed', width: 18, depth: 31, gap: 7 },
      { place: 6, form: 'pointed', width: 22, depth: 34 },
      { place: 7, form: 'pointed', width: 24, depth: 35 },
      { place: 8, form: 'carnassial', width: 36, depth: 38 },
      { place: 9, form: 'molar', width: 28, depth: 40 },
      { place: 10, form: 'molar', width: 20, depth: 32 },
    ],
  },
  lower: {
    course: knots('170,436 154,436 133,432 104,417 82,384 67,342 55,298 49,248'),
    teeth: [
      { place: 1, form: 'incisor', width: 24, depth: 32 },
      { place: 2, form: 'incisor', width: 24, depth: 32 },
      { place: 3, form: 'incisor', width: 24, depth: 33 },
      { place: 4, form: 'fang', width: 29, depth: 46, gap: 7 },
      { place: 5, form: 'pointed', width: 17, depth: 30, gap: 6 },
      { place: 6, form: 'pointed', width: 20, depth: 32 },
      { place: 7, form: 'pointed', width: 22, depth: 34 },
      { place: 8, form: 'pointed', width: 24, depth: 35 },
      { place: 9, form: 'carnassial', width: 36, depth: 38 },
      { place: 10, form: 'molar', width: 20, depth: 32 },
      { place: 11, form: 'molar', width: 17, depth: 29 },
    ],
  },
  inside: [
    line(knots('128,112 170,98 212,112')),
    line(knots('114,144 170,128 226,144')),
    line(knots('104,178 170,160 236,178')),
    line(knots('98,212 170,194 242,212')),
    shape(knots('170,388 132,374 118,330 112,270 170,254 228,270 222,330 208,374')),
    line(knots('170,276 170,330 170,370')),
  ],
}
