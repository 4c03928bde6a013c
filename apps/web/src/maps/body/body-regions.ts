import type { GeneralBodyPart } from '@talus/anatomy'
import { generalBodyParts } from '@talus/contract'
import type { Point } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { reversed, ring } from '../canvas/rings.ts'
import type { Border } from '../canvas/rings.ts'

/**
 * Where the parts of an animal that faces left meet. Each border begins and ends where another one
 * does, or outside the animal.
 */
export interface BodyBorders {
  /** Between skull and neck, from above to below. */
  readonly nape: Border
  /** Round the head, from below the nape to above it. */
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
  /** Round the forelegs, from below the belly to the point of the shoulder. */
  readonly foreleg: Border
  /** Below the vertebrae, backwards: over the chest, then over the abdomen. */
  readonly spineOverChest: Border
  readonly spineOverAbdomen: Border
  /** Between chest and abdomen, downwards. */
  readonly diaphragm: Border
  /** Between abdomen and thigh, downwards. */
  readonly flank: Border
  /** Round the hind legs, from below the flank to below the tail. */
  readonly hindleg: Border
  /** Between loin and sacrum, from above to the spine. */
  readonly loin: Border
  /** Below the sacrum, backwards. */
  readonly croup: Border
  /** Between sacrum and tail, from above to its root. */
  readonly dock: Border
  /** Between tail and hind leg, from the root backwards. */
  readonly rump: Border
  /** Round the tail, from below it to above its root. */
  readonly tail: Border
}

export interface BodyDrawing {
  readonly frame: Frame
  readonly borders: BodyBorders
  readonly dots: Readonly<Record<GeneralBodyPart, Point>>
}

/** The ten parts of an animal, in the order of the list. */
export function bodyRegions({ borders: b, dots }: BodyDrawing): DrawnRegion<GeneralBodyPart>[] {
  const paths: Readonly<Record<GeneralBodyPart, string>> = {
    Skull: ring(b.nape, b.head),
    Cervical: ring(b.nape, reversed(b.neck)),
    Scapula: ring(b.neck, b.shoulder, reversed(b.bladeAtChest), reversed(b.bladeAtSpine)),
    Chest: ring(b.bladeAtChest, b.elbow, reversed(b.diaphragm), reversed(b.spineOverChest)),
    'Front Legs': ring(b.shoulder, b.elbow, b.foreleg),
    Abdomen: ring(b.diaphragm, reversed(b.flank), reversed(b.spineOverAbdomen)),
    'Back Legs': ring(b.flank, b.hindleg, reversed(b.rump), reversed(b.croup)),
    Vertebrae: ring(b.bladeAtSpine, b.spineOverChest, b.spineOverAbdomen, reversed(b.loin)),
    'Sacral Vertebrae': ring(b.loin, b.croup, reversed(b.dock)),
    'Caudal Vertebrae': ring(b.dock, b.rump, b.tail),
  }
  return generalBodyParts.map((id) => ({ id, path: paths[id], at: dots[id] }))
}
