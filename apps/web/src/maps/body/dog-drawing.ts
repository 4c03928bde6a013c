import { parseKnots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** Uses the coordinates of `DogFigure` in ui/art. */
export const dogDrawing: BodyDrawing = {
  frame: [-62, -28, 784, 552],
  borders: {
    nape: parseKnots('148,-28 136,16 122,62 106,104 86,160'),
    head: parseKnots('86,160,0 -62,140,0 -62,-28,0 148,-28,0'),
    neck: parseKnots('214,30 208,84 198,128 182,168 162,212 132,240'),
    bladeAtSpine: parseKnots('284,30 285,96 283,136 261,171'),
    bladeAtChest: parseKnots('261,171 242,198 225,224 215,248'),
    shoulder: parseKnots('132,240 160,236 188,241 215,248'),
    elbow: parseKnots('215,248 240,264 262,278 279,291 284,312 292,350'),
    foreleg: parseKnots('292,350,0 270,420 276,524,0 128,524,0 132,240,0'),
    spineOverChest: parseKnots('261,171 292,166 334,159 376,153'),
    spineOverAbdomen: parseKnots('376,153 428,147 474,150'),
    diaphragm: parseKnots('376,153 392,186 384,226 356,264 328,298 312,350'),
    flank: parseKnots('474,150 490,186 480,230 458,256 432,280 410,312'),
    hindleg: parseKnots('410,312,0 440,420 452,524,0 622,524,0 640,200,0'),
    loin: parseKnots('474,30 472,100 474,150'),
    croup: parseKnots('474,150 516,160 550,167 580,170'),
    dock: parseKnots('584,30 583,120 580,170'),
    rump: parseKnots('580,170 600,178 640,200'),
    tail: parseKnots('640,200,0 722,190,0 722,-20,0 584,30,0'),
  },
  dots: {
    Skull: [34, 68],
    Cervical: [152, 118],
    Scapula: [226, 158],
    Chest: [306, 226],
    'Front Legs': [238, 360],
    Abdomen: [434, 218],
    'Back Legs': [534, 300],
    Vertebrae: [370, 134],
    'Sacral Vertebrae': [528, 138],
    'Caudal Vertebrae': [662, 100],
  },
}
