import { parseKnots, drawLine, drawShape } from '../../ui/art/curves.ts'
import type { MouthDrawing } from './arcade.ts'

/** A narrow muzzle: the incisors in a bow, strong canines, the carnassials 108 and 409 far back. */
export const dogMouth: MouthDrawing = {
  frame: [0, 0, 340, 470],
  upper: {
    course: parseKnots('170,34 155,34 134,38 104,52 80,86 60,132 45,180 38,226'),
    teeth: [
      { position: 1, form: 'incisor', width: 23, depth: 34 },
      { position: 2, form: 'incisor', width: 23, depth: 34 },
      { position: 3, form: 'incisor', width: 24, depth: 36 },
      { position: 4, form: 'fang', width: 30, depth: 48, gap: 7 },
      { position: 5, form: 'pointed', width: 18, depth: 31, gap: 7 },
      { position: 6, form: 'pointed', width: 22, depth: 34 },
      { position: 7, form: 'pointed', width: 24, depth: 35 },
      { position: 8, form: 'carnassial', width: 36, depth: 38 },
      { position: 9, form: 'molar', width: 28, depth: 40 },
      { position: 10, form: 'molar', width: 20, depth: 32 },
    ],
  },
  lower: {
    course: parseKnots('170,436 154,436 133,432 104,417 82,384 67,342 55,298 49,248'),
    teeth: [
      { position: 1, form: 'incisor', width: 24, depth: 32 },
      { position: 2, form: 'incisor', width: 24, depth: 32 },
      { position: 3, form: 'incisor', width: 24, depth: 33 },
      { position: 4, form: 'fang', width: 29, depth: 46, gap: 7 },
      { position: 5, form: 'pointed', width: 17, depth: 30, gap: 6 },
      { position: 6, form: 'pointed', width: 20, depth: 32 },
      { position: 7, form: 'pointed', width: 22, depth: 34 },
      { position: 8, form: 'pointed', width: 24, depth: 35 },
      { position: 9, form: 'carnassial', width: 36, depth: 38 },
      { position: 10, form: 'molar', width: 20, depth: 32 },
      { position: 11, form: 'molar', width: 17, depth: 29 },
    ],
  },
  inside: [
    drawLine(parseKnots('128,112 170,98 212,112')),
    drawLine(parseKnots('114,144 170,128 226,144')),
    drawLine(parseKnots('104,178 170,160 236,178')),
    drawLine(parseKnots('98,212 170,194 242,212')),
    drawShape(parseKnots('170,388 132,374 118,330 112,270 170,254 228,270 222,330 208,374')),
    drawLine(parseKnots('170,276 170,330 170,370')),
  ],
}
