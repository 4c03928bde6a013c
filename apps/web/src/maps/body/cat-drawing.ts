import { parseKnots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** Uses the coordinates of `CatFigure` in ui/art. */
export const catDrawing: BodyDrawing = {
  frame: [-14, -86, 700, 506],
  borders: {
    nape: parseKnots('172,-30 151,48 142,96 128,132 104,206'),
    head: parseKnots('104,206,0 -14,206,0 -14,-86,0 120,-86,0 172,-30,0'),
    neck: parseKnots('210,50 202,118 192,146 177,176 162,206 124,240'),
    bladeAtSpine: parseKnots('272,50 272,132 269,156 250,186'),
    bladeAtChest: parseKnots('250,186 234,202 219,218 208,240'),
    shoulder: parseKnots('124,240 156,230 182,233 208,240'),
    elbow: parseKnots('208,240 230,248 250,247 266,253 272,276 284,310'),
    foreleg: parseKnots('284,310,0 262,350 270,420,0 112,420,0 124,240,0'),
    spineOverChest: parseKnots('250,186 280,186 316,182 350,177'),
    spineOverAbdomen: parseKnots('350,177 396,168 440,158'),
    diaphragm: parseKnots('350,177 361,204 352,234 334,257 316,310'),
    flank: parseKnots('440,158 454,190 442,220 416,246 392,265 372,292'),
    hindleg: parseKnots('372,292,0 384,350 388,420,0 590,420,0 622,196,0'),
    loin: parseKnots('440,50 440,110 440,158'),
    croup: parseKnots('440,158 478,166 510,172 536,176'),
    dock: parseKnots('530,30 532,110 536,176'),
    rump: parseKnots('536,176 566,180 622,196'),
    tail: parseKnots('622,196,0 686,150,0 686,-86,0 530,-86,0 530,30,0'),
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
