/**
 * The thorax of a medium-sized dog in Hounsfield units. Millimetres from the middle of the chest: x
 * to the left, y to the back, z to the head, as in the patient coordinates of a quadruped.
 */
const air = -1000
const lung = -820
const fat = -95
const muscle = 55
const liver = 62
const blood = 44
const disc = 90
const marrow = 320
const cortex = 950
const metal = 3000

/** The distance from vertebra to vertebra and from rib to rib. */
const segment = 20
/** The body is narrower towards the neck. */
const getTaper = (z: number) => 1 - 0.22 * Math.max(0, z / 75) ** 2

/** Below 1 inside of an ellipsoid. */
const inEllipsoid = (
  [x, y, z]: readonly [number, number, number],
  [atX, atY, atZ]: readonly [number, number, number],
  [radiusX, radiusY, radiusZ]: readonly [number, number, number],
) => ((x - atX) / radiusX) ** 2 + ((y - atY) / radiusY) ** 2 + ((z - atZ) / radiusZ) ** 2 < 1

const getWave = (z: number, offset = 0) =>
  Math.abs(((((z + offset) % segment) + segment) % segment) - segment / 2)

/** Vertebral bodies with discs between them, the arch around the canal, and the spinous process. */
function getSpine(x: number, y: number, z: number): number | undefined {
  if (Math.abs(x) > 24 || y < 46 || y > 100) return undefined
  const body = Math.hypot(x, y - 58)
  // The disc is a quarter of the segment.
  const isDisc = getWave(z) < 2.5
  if (body < 10) {
    if (isDisc) return disc
    return body > 8.2 || getWave(z) < 4 ? cortex : marrow
  }
  if (isDisc) return undefined
  const canal = Math.hypot(x, y - 73)
  if (canal < 5.5) return canal < 4 ? 35 : fat
  if (canal < 8) return cortex - 200
  const isProcess = Math.abs(x) < 2.2 && y > 79 && y < 96 && getWave(z) > 5
  if (isProcess) return Math.abs(x) > 1.2 ? cortex - 150 : marrow
  const isTransverse = Math.abs(x) < 20 && Math.abs(y - 66) < 2.5 && getWave(z) > 6
  return isTransverse ? cortex - 250 : undefined
}

/** Ribs run backwards from the spine to the breast bone. */
function getRib(radius: number, y: number, z: number): number | undefined {
  if (radius < 0.8 || radius > 0.87 || y < -70 || y > 70) return undefined
  const across = getWave(z, 0.28 * (y - 60))
  if (across < 6.6) return undefined
  const isCortex = across < 7.6 || radius < 0.815 || radius > 0.855
  return isCortex ? cortex - 100 : marrow
}

function getSternum(x: number, y: number, z: number): number | undefined {
  if (Math.abs(x) > 6 || Math.abs(y + 84) > 5 || getWave(z, 8) < 2) return undefined
  return Math.abs(x) > 4.6 || Math.abs(y + 84) > 3.6 ? cortex - 250 : marrow
}

/** The trachea, its two main bronchi, and the walls around them. */
function getAirway(x: number, y: number, z: number): number | undefined {
  const split = 8
  const distance =
    z >= split
      ? Math.hypot(x + 3, y - 24)
      : z > split - 42
        ? Math.hypot(Math.abs(x) - 4 - 0.55 * (split - z), y - 24 + 0.25 * (split - z)) + 2.2
        : Infinity
  if (distance < 6.2) return air
  return distance < 7.6 ? 70 : undefined
}

/** Vessels of the lungs: they branch from the heart and get thinner. */
function getLung(x: number, y: number, z: number): number {
  const fromHilus = Math.hypot(Math.abs(x) - 14, y - 12, z)
  const angle = Math.atan2(y - 12, Math.abs(x) - 14)
  const branch = Math.abs(Math.sin(4.5 * angle) * Math.cos(0.11 * z + 0.06 * fromHilus))
  const width = Math.max(0.02, 0.13 - fromHilus / 600)
  if (fromHilus > 8 && fromHilus < 52 && branch < width) return blood - 30
  // The parts below are less inflated.
  return lung + 0.35 * (40 - y)
}

function getOrgan(x: number, y: number, z: number): number | undefined {
  const place = [x, y, z] as const
  if (inEllipsoid(place, [-2, -6, -88], [60, 72, 58])) return liver
  if (inEllipsoid(place, [6, -34, 2], [33, 37, 40]))
    return inEllipsoid(place, [8, -36, 0], [17, 20, 23]) ? blood : blood + 14
  // The aorta, the caudal vena cava and the oesophagus.
  if (Math.hypot(x - 9, y - 42) < 7) return blood
  if (z < -20 && Math.hypot(x + 11, y + 4) < 6) return blood
  if (Math.hypot(x - 7, y - 29) < 4) return muscle - 10
  return undefined
}

/** A nodule of ten millimetres in the right lung, which a reader should find. */
const isNodule = (x: number, y: number, z: number) =>
  inEllipsoid([x, y, z], [-34, 8, -14], [5, 5, 5])

function getChest(x: number, y: number, z: number): number {
  const airway = getAirway(x, y, z)
  if (airway !== undefined) return airway
  const organ = getOrgan(x, y, z)
  if (organ !== undefined) return organ
  if (isNodule(x, y, z)) return 34
  const isMediastinum = Math.abs(x) < 5 - 0.02 * y && y < 40
  return isMediastinum ? muscle - 25 : getLung(x, y, z)
}

/** A microchip under the skin of the neck. */
const isMicrochip = (x: number, y: number, z: number) =>
  Math.hypot(x - 16, y - 80) < 1.3 && Math.abs(z - 50) < 6

const isTable = (x: number, y: number) => y < -104 && y > -107 && Math.abs(x) < 105

/** The Hounsfield units of a point of the animal or around it. */
export function getTissue(x: number, y: number, z: number): number {
  const taper = getTaper(z)
  const radius = Math.hypot(x / (76 * taper), (y + 2) / (98 * taper))
  const spine = getSpine(x, y, z)
  if (spine !== undefined && radius < 1) return spine
  if (radius >= 1) return isTable(x, y) ? -450 : air
  if (isMicrochip(x, y, z)) return metal
  if (radius > 0.985) return muscle - 40
  if (radius > 0.93) return fat
  const bone = getSternum(x, y, z) ?? getRib(radius, y, z)
  if (bone !== undefined) return bone
  return radius < 0.79 && y < 60 ? getChest(x, y, z) : muscle
}
