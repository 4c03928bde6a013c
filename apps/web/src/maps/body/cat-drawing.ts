import { knots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** In the coordinates of the cat of ui/art. */
export const catDrawing: BodyDrawing = {
  frame: [-14, -86, 700, 506],
  borders: {
    nape: knots('172,-30 151,48 142,96 128,132 104,206'),
    head: knots('104,206,0 -14,206,0 -14,-86,0 120,-86,0 172,-30,0'),
    neck: knots('210,50 202,118 192,146 177,176 162,206 124,240'),
    bladeAtSpine: knots('272,50 272,132 269,156 250,186'),
    bladeAtChest: knots('250,186 234,202 219,218 208,240'),
    shoulder: knots('124,240 156,230 182,233 208,240'),
    elbow: knots('208,240 230,248 250,247 266,253 272,276 284,310'),
    foreleg: knots('284,310,0 262,350 270,420,0 112,420,0 124,240,0'),
    spineOverChest: knots('250,186 280,186 316,182 350,177'),
    spineOverAbdomen: knots('350,177 396,168 440,158'),
    diaphragm: knots('350,177 361,204 352,234 334,257 316,310'),
    flank: knots('440,158 454,190 442,220 416,246 392,265 372,292'),
    hindleg: knots('372,292,0 384,350 388,420,0 590,420,0 622,196,0'),
    loin: knots('440,50 440,110 440,158'),
    croup: knots('440,158 478,166 510,172 536,176'),
    dock: knots('530,30 532,110 536,176'),
    rump: knots('536,176 566,180 622,196'),
    tail: knots('622,196,0 686,150,0 686,-86,0 530,-86,0 530,30,0'),
  },
  dots: {
    Skull: [92, 96],
    Cervical: [164, 140],
    Scapula: [214, 166],
    Chest: [296, 222],
    'Front Legs': [222, 306],
    Abdomen: [398, 214],
    'Back Legs': [494, 244],
    Vertebrae: [346, 158],
    'Sacral Vertebrae': [488, 150],
    'Caudal Vertebrae': [594, 44],
  },
}
