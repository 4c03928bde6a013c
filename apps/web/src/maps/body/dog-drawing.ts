import { knots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** In the coordinates of the dog of ui/art. */
export const dogDrawing: BodyDrawing = {
  frame: [-62, -28, 784, 552],
  borders: {
    nape: knots('148,-28 136,16 124,62 110,104 92,160'),
    head: knots('92,160,0 -62,140,0 -62,-28,0 148,-28,0'),
    neck: knots('214,30 208,84 198,128 182,168 162,212 132,240'),
    bladeAtSpine: knots('268,30 269,96 269,134 249,170'),
    bladeAtChest: knots('249,170 229,196 212,222 203,246'),
    shoulder: knots('132,240 160,236 184,240 203,246'),
    elbow: knots('203,246 232,262 258,276 279,290 284,312 292,350'),
    foreleg: knots('292,350,0 270,420 276,524,0 128,524,0 132,240,0'),
    spineOverChest: knots('249,170 286,166 334,158 394,151'),
    spineOverAbdomen: knots('394,151 430,147 474,150'),
    diaphragm: knots('394,151 410,184 402,226 374,264 342,298 324,350'),
    flank: knots('474,150 484,186 474,230 455,256 430,280 410,312'),
    hindleg: knots('410,312,0 440,420 452,524,0 622,524,0 640,200,0'),
    loin: knots('474,30 472,100 474,150'),
    croup: knots('474,150 516,160 550,167 580,170'),
    dock: knots('584,30 583,120 580,170'),
    rump: knots('580,170 600,178 640,200'),
    tail: knots('640,200,0 722,190,0 722,-20,0 584,30,0'),
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
