import { knots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** In the coordinates of the cat of ui/art. */
export const catDrawing: BodyDrawing = {
  frame: [-14, -86, 700, 506],
  borders: {
    nape: knots('176,-30 156,48 146,96 134,132 112,206'),
    head: knots('112,206,0 -14,206,0 -14,-86,0 120,-86,0 176,-30,0'),
    neck: knots('208,50 200,118 190,146 174,176 160,204 124,240'),
    bladeAtSpine: knots('254,50 254,132 252,154 236,182'),
    bladeAtChest: knots('236,182 220,198 206,214 196,236'),
    shoulder: knots('124,240 156,228 178,230 196,236'),
    elbow: knots('196,236 222,246 246,246 266,252 272,276 284,310'),
    foreleg: knots('284,310,0 262,350 270,420,0 112,420,0 124,240,0'),
    spineOverChest: knots('236,182 274,186 318,182 358,176'),
    spineOverAbdomen: knots('358,176 396,168 440,158'),
    diaphragm: knots('358,176 368,202 358,232 340,256 322,310'),
    flank: knots('440,158 446,190 434,220 412,244 390,264 372,292'),
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
