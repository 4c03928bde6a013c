import { parseKnots, drawLine, drawShape } from '../../ui/art/curves.ts'
import type { MouthDrawing } from './arcade.ts'

/** A short, round mouth: tiny incisors, long canines, few cheek teeth, each of them a blade. */
export const catMouth: MouthDrawing = {
  frame: [0, 0, 340, 422],
  upper: {
    course: parseKnots('170,36 155,36 136,39 108,50 80,80 60,122 50,166 50,196'),
    teeth: [
      { position: 1, form: 'incisor', width: 22, depth: 24 },
      { position: 2, form: 'incisor', width: 22, depth: 24 },
      { position: 3, form: 'incisor', width: 23, depth: 26 },
      { position: 4, form: 'fang', width: 30, depth: 54, gap: 8 },
      { position: 6, form: 'pointed', width: 19, depth: 30, gap: 8 },
      { position: 7, form: 'pointed', width: 27, depth: 32 },
      { position: 8, form: 'carnassial', width: 40, depth: 38 },
      { position: 9, form: 'molar', width: 18, depth: 29 },
    ],
  },
  lower: {
    course: parseKnots('170,386 154,386 135,383 108,371 84,340 70,302 63,262 61,231'),
    teeth: [
      { position: 1, form: 'incisor', width: 23, depth: 25 },
      { position: 2, form: 'incisor', width: 23, depth: 25 },
      { position: 3, form: 'incisor', width: 23, depth: 26 },
      { position: 4, form: 'fang', width: 28, depth: 50, gap: 7 },
      { position: 7, form: 'pointed', width: 25, depth: 34, gap: 10 },
      { position: 8, form: 'pointed', width: 27, depth: 37 },
      { position: 9, form: 'carnassial', width: 36, depth: 36 },
    ],
  },
  inside: [
    drawLine(parseKnots('132,112 170,98 208,112')),
    drawLine(parseKnots('120,144 170,128 220,144')),
    drawLine(parseKnots('114,176 170,160 226,176')),
    drawShape(parseKnots('170,342 138,330 124,296 118,248 170,232 222,248 216,296 202,330')),
    drawLine(parseKnots('170,254 170,292 170,324')),
  ],
}
