import { parseKnots } from '../../ui/art/curves.ts'
import type { BodyDrawing } from './body-regions.ts'

/** Uses the coordinates of `HorseFigure` in ui/art. */
export const horseDrawing: BodyDrawing = {
  frame: [-18, -126, 838, 744],
  borders: {
    nape: parseKnots('176,-120 164,-66 158,-34 164,0 172,60 170,110'),
    head: parseKnots('170,110,0 120,186,0 -18,186,0 -18,-126,0 176,-120,0'),
    neck: parseKnots('330,20 300,62 284,112 256,160 232,212 214,240 178,262'),
    bladeAtSpine: parseKnots('384,20 384,96 379,134 345,187'),
    bladeAtChest: parseKnots('345,187 319,219 296,247 280,275'),
    shoulder: parseKnots('178,262 216,268 248,268 280,275'),
    elbow: parseKnots('280,275 306,289 332,300 342,326 346,380'),
    foreleg: parseKnots('346,380,0 326,470 320,618,0 166,618,0 178,262,0'),
    spineOverChest: parseKnots('345,187 392,184 440,175 482,168'),
    spineOverAbdomen: parseKnots('482,168 534,161 584,160'),
    diaphragm: parseKnots('482,168 496,208 480,260 442,306 412,344 398,392'),
    flank: parseKnots('584,160 606,200 602,248 580,290 548,324 524,358'),
    hindleg: parseKnots('524,358,0 560,480 572,618,0 740,618,0 740,560,0'),
    loin: parseKnots('584,30 584,104 584,160'),
    croup: parseKnots('584,160 626,168 664,170 704,166'),
    dock: parseKnots('704,30 704,130 704,166'),
    rump: parseKnots('704,166 724,184 735,222 741,330 741,430 740,560'),
    tail: parseKnots('740,560,0 820,560,0 820,100,0 704,30,0'),
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
