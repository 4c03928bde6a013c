/** The texts `preset` of the stacks name them. The first four are specified, in this order. */
export const windowPresetNames = [
  'soft',
  'lung',
  'bone',
  'brain',
  'fineBone',
  'abdomen',
  'mediastinum',
  'vessels',
  'disc',
  'metal',
] as const
export type WindowPresetName = (typeof windowPresetNames)[number]

export interface WindowLevel {
  readonly center: number
  readonly width: number
}

/** In HU, so only for CT. */
export const windowPresets: Readonly<Record<WindowPresetName, WindowLevel>> = {
  soft: { center: 40, width: 400 },
  lung: { center: -600, width: 1500 },
  bone: { center: 300, width: 1500 },
  brain: { center: 40, width: 80 },
  fineBone: { center: 600, width: 3000 },
  abdomen: { center: 60, width: 350 },
  mediastinum: { center: 50, width: 350 },
  vessels: { center: 200, width: 700 },
  disc: { center: 80, width: 300 },
  metal: { center: 1000, width: 6000 },
}

/** Shares of the values that an automatic window leaves out at each end. */
export const automaticShares = { normal: 0.01, tight: 0.05 } as const

/**
 * A window from the values of the middle third of a slice: the background and the table around the
 * animal do not count, and neither does padding. Undefined if there are no measured values.
 */
export function findAutomaticWindow(
  cells: Int16Array,
  columns: number,
  rows: number,
  { slope, intercept }: { readonly slope: number; readonly intercept: number },
  share: number = automaticShares.normal,
): WindowLevel | undefined {
  const counts = new Uint32Array(65_536)
  let total = 0
  for (let y = Math.floor(rows / 3); y < Math.ceil((2 * rows) / 3); y += 1)
    for (let x = Math.floor(columns / 3); x < Math.ceil((2 * columns) / 3); x += 1) {
      const at = (cells[y * columns + x] ?? -32_768) + 32_768
      if (at === 0) continue
      counts[at] = (counts[at] ?? 0) + 1
      total += 1
    }
  if (total === 0) return undefined
  const find = (rank: number) => {
    let seen = 0
    return counts.findIndex((count) => (seen += count) > rank) - 32_768
  }
  const skipped = Math.round(share * (total - 1))
  const ends = [find(skipped), find(total - 1 - skipped)].map((cell) => slope * cell + intercept)
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)]
  return { center: (lowest + highest) / 2, width: Math.max(Math.abs(slope), highest - lowest) }
}
