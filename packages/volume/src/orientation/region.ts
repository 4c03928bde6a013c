import type { OrientationRegion } from './directions.ts'

/** Body parts as files write them, in English, French or Latin. */
const head =
  /head|skull|brain|nas(?:al|e|us)|nose|jaw|mandib|maxill|tooth|teeth|dental|orbit|eye|\bear|bulla|tympan|tmj|cr[aâ]n|t[eê]te/iu
const forepaw = /carp|manus|forepaw|forefoot|wrist|hand\b|\bmain\b/iu
const hindpaw = /tars|\bpes\b|hindpaw|hindfoot|hock|ankle|\bfoot\b|\bpied\b/iu
const proximalLimb =
  /elbow|coude|humer|radi(?:us|al)|ulna|shoulder|[eé]paule|stifle|knee|genou|grasset|femur|f[eé]mur|tibia|fibula|\barm\b|\bleg\b|forelimb|hindlimb|extremity/iu

/**
 * The words for the directions of a series. Files that are marked QUADRUPED always have those of
 * animals. Only in them do the axes of a limb follow the limb; other files of a limb have the axes,
 * and therefore the words, of the body.
 */
export function getOrientationRegion(
  {
    bodyPart,
    anatomicalOrientationType,
  }: { readonly bodyPart: string; readonly anatomicalOrientationType: string },
  isVeterinary: boolean,
): OrientationRegion {
  const isQuadruped = anatomicalOrientationType === 'QUADRUPED'
  if (!isQuadruped && !isVeterinary) return 'human'
  if (isQuadruped && forepaw.test(bodyPart)) return 'forepaw'
  if (isQuadruped && hindpaw.test(bodyPart)) return 'hindpaw'
  if (isQuadruped && proximalLimb.test(bodyPart)) return 'proximalLimb'
  return head.test(bodyPart) ? 'head' : 'body'
}
