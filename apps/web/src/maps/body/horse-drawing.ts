import { knots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** In the coordinates of the horse of ui/art. */
export const horseDrawing: BodyDrawing = {
  frame: [-18, -126, 838, 744],
  borders: {
    nape: knots('176,-120 164,-66 158,-34 164,0 172,60 170,110'),
    head: knots('170,110,0 120,186,0 -18,186,0 -18,-126,0 176,-120,0'),
    neck: knots('330,20 300,62 284,112 256,160 232,212 214,240 178,262'),
    bladeAtSpine: knots('366,20 366,96 362,132 330,184'),
    bladeAtChest: knots('330,184 304,216 282,244 266,272'),
    shoulder: knots('178,262 216,268 242,266 266,272'),
    elbow: knots('266,272 300,288 332,298 342,326 346,380'),
    foreleg: knots('346,380,0 326,470 320,618,0 166,618,0 178,262,0'),
    spineOverChest: knots('330,184 386,184 440,174 500,164'),
    spineOverAbdomen: knots('500,164 542,160 584,160'),
    diaphragm: knots('500,164 512,206 496,258 456,306 424,344 412,392'),
    flank: knots('584,160 600,200 596,248 576,290 546,324 524,358'),
    hindleg: knots('524,358,0 560,480 572,618,0 740,618,0 740,560,0'),
    loin: knots('584,30 584,104 584,160'),
    croup: knots('584,160 626,168 664,170 704,166'),
    dock: knots('704,30 704,130 704,166'),
    rump: knots('704,166 724,184 735,222 741,330 741,430 740,560'),
    tail: knots('740,560,0 820,560,0 820,100,0 704,30,0'),
  },
  dots: {
    Skull: [96, 22],
    Cervical: [232, 66],
    Scapula: [302, 152],
    Chest: [396, 246],
    'Front Legs': [286, 392],
    Abdomen: [540, 240],
    'Back Legs': [664, 330],
    Vertebrae: [470, 140],
    'Sacral Vertebrae': [646, 140],
    'Caudal Vertebrae': [764, 300],
  },
}
