import type { GeneralBodyPart } from '@talus/anatomy'
import { generalBodyParts } from '@talus/contract'
import type { Point } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { reverseBorder, joinBorders } from '../canvas/borders.ts'
import type { Border } from '../canvas/borders.ts'

/**
 * The borders between the parts of an animal that faces left. Each border starts and ends at
 * another one, or outside the animal.
 */
export interface BodyBorders {
  /** Between skull and neck, from above to below. */
  readonly nape: Border
  /** Around the head, from below the nape to above it. */
  readonly head: Border
  /** Between neck and scapula, from above to the point of the shoulder. */
  readonly neck: Border
  /** Behind the scapula: along the withers down to the spine, then along the ribs to the leg. */
  readonly bladeAtSpine: Border
  readonly bladeAtChest: Border
  /** Between scapula and foreleg, from the point of the shoulder backwards. */
  readonly shoulder: Border
  /** Between foreleg and chest, from the shoulder down to below the belly. */
  readonly elbow: Border
  /** Around the forelegs, from below the belly to the point of the shoulder. */
  readonly foreleg: Border
  /** Below the vertebrae, backwards: over the chest, then over the abdomen. */
  readonly spineOverChest: Border
  readonly spineOverAbdomen: Border
  /** Between chest and abdomen, downwards. */
  readonly diaphragm: Border
  /** Between abdomen and thigh, downwards. */
  readonly flank: Border
  /** Around the hind legs, from below the flank to below the tail. */
  readonly hindleg: Border
  /** Between loin and sacrum, from above to the spine. */
  readonly loin: Border
  /** Below the sacrum, backwards. */
  readonly croup: Border
  /** Between sacrum and tail, from above to its root. */
  readonly dock: Border
  /** Between tail and hind leg, from the root backwards. */
  readonly rump: Border
  /** Around the tail, from below it to above its root. */
  readonly tail: Border
}

export interface BodyDrawing {
  readonly frame: Frame
  readonly borders: BodyBorders
  readonly dots: Readonly<Record<GeneralBodyPart, Point>>
}

/** The ten parts of an animal, in the order of `generalBodyParts`. */
export function createBodyRegions({
  borders: b,
  dots,
}: BodyDrawing): DrawnRegion<GeneralBodyPart>[] {
  const paths: Readonly<Record<GeneralBodyPart, string>> = {
    Skull: joinBorders(b.nape, b.head),
    Cervical: joinBorders(b.nape, reverseBorder(b.neck)),
    Scapula: joinBorders(
      b.neck,
      b.shoulder,
      reverseBorder(b.bladeAtChest),
      reverseBorder(b.bladeAtSpine),
    ),
    Chest: joinBorders(
      b.bladeAtChest,
      b.elbow,
      reverseBorder(b.diaphragm),
      reverseBorder(b.spineOverChest),
    ),
    'Front Legs': joinBorders(b.shoulder, b.elbow, b.foreleg),
    Abdomen: joinBorders(b.diaphragm, reverseBorder(b.flank), reverseBorder(b.spineOverAbdomen)),
    'Back Legs': joinBorders(b.flank, b.hindleg, reverseBorder(b.rump), reverseBorder(b.croup)),
    Vertebrae: joinBorders(
      b.bladeAtSpine,
      b.spineOverChest,
      b.spineOverAbdomen,
      reverseBorder(b.loin),
    ),
    'Sacral Vertebrae': joinBorders(b.loin, b.croup, reverseBorder(b.dock)),
    'Caudal Vertebrae': joinBorders(b.dock, b.rump, b.tail),
  }
  return generalBodyParts.map((id) => ({ id, path: paths[id], at: dots[id] }))
}
