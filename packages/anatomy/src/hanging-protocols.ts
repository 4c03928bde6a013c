import type { HangingCell, HangingStage, Language, Species } from '@talus/contract'
import { isBodyPart } from './body-parts.ts'
import { formatBodyPart, formatView } from './format-anatomy.ts'

/** The subject under which all dental images are hung. */
export const teethRegion = 'Teeth'

/** A body part without its side, by which images are hung: both sides belong together. */
export const getHangingRegion = (bodyPart: string): string =>
  bodyPart.trim().replace(/^(?:Left|Right) /u, '')

const teethNames = { en: 'Teeth', fr: 'Dents' } as const

/** The name of a region on the screen; parts of limbs have translations with their side only. */
export function formatHangingRegion(region: string, language: Language): string {
  if (region === teethRegion) return teethNames[language]
  const sided = `Left ${region}`
  return isBodyPart(sided)
    ? formatBodyPart(sided, language).replace(/^left | gauche$/iu, '')
    : formatBodyPart(region, language)
}

const sideLetters = { en: { L: 'L', R: 'R' }, fr: { L: 'G', R: 'D' } } as const

/** A cell as a short text such as `R ML`; `any` stands for a cell that takes any view. */
export function formatHangingCell(
  cell: HangingCell | null,
  language: Language,
  any: string,
): string {
  if (!cell) return '–'
  const [view] = cell.views
  const side = cell.side === null ? '' : sideLetters[language][cell.side]
  return [side, view === undefined ? any : formatView(view, language)].filter(Boolean).join(' ')
}

const cell = (side: HangingCell['side'], ...views: readonly string[]): HangingCell => ({
  views: [...views],
  side,
  isPrior: false,
})
const prior = (one: HangingCell): HangingCell => ({ ...one, isPrior: true })
const layout = (rows: number, ...cells: readonly HangingCell[]): HangingStage => ({
  rows,
  columns: cells.length / rows,
  cells: [...cells],
})

// A lateral without a stated side is hung once, as the first of both.
const right = cell(null, 'RLAT', 'RLD', 'LAT')
const left = cell(null, 'LLAT', 'LLD')
const straight = cell(null, 'VD', 'DV')

/** The laterals side by side, then the straight view, then both above those of the last study. */
const trunk: readonly HangingStage[] = [
  layout(1, right, left),
  // Two laterals of other systems, which often state no side.
  layout(1, cell(null, 'LAT'), cell(null, 'LAT'), straight),
  layout(1, straight),
  layout(1, right, straight),
  layout(2, right, straight, prior(right), prior(straight)),
]

/** Both hips in one image; beside it, that of the last study. */
const hips: readonly HangingStage[] = [
  layout(1, cell(null, 'VD'), cell(null, 'RLAT', 'LLAT', 'LAT', 'ML')),
  layout(1, cell(null, 'VD'), prior(cell(null, 'VD'))),
]

const skull: readonly HangingStage[] = [
  layout(2, right, left, cell(null, 'DV'), cell(null, 'VD')),
  layout(1, right, straight),
]

const lateral = ['ML', 'LM', 'LAT'] as const
const frontal = ['CRCD', 'CDCR', 'DP', 'PA'] as const

/** Right and left side by side, as they face the examiner; the sound side is the comparison. */
const joint: readonly HangingStage[] = [
  layout(
    2,
    cell('R', ...lateral),
    cell('L', ...lateral),
    cell('R', ...frontal),
    cell('L', ...frontal),
  ),
  layout(1, cell('R', ...lateral), cell('L', ...lateral)),
  layout(1, cell('R', ...lateral), cell('R', ...frontal)),
  layout(1, cell('L', ...lateral), cell('L', ...frontal)),
  layout(
    2,
    cell('R', ...lateral),
    cell('L', ...lateral),
    prior(cell('R', ...lateral)),
    prior(cell('L', ...lateral)),
  ),
]

const around = (side: 'L' | 'R') =>
  layout(
    2,
    cell(side, 'LM', 'ML', 'LAT'),
    cell(side, 'DP', 'PA'),
    cell(side, 'DLMPO', 'D65PR_PADIO', 'CD30L_CRMO'),
    cell(side, 'DMPLO', 'PA55PR_PADIO'),
  )

/** The four views around a leg, one leg after the other, then both in the lateral view. */
const horseLeg: readonly HangingStage[] = [
  around('R'),
  around('L'),
  layout(1, cell('R', 'LM', 'ML', 'LAT'), cell('L', 'LM', 'ML', 'LAT')),
]

const anyViews = (rows: number, columns: number) =>
  layout(rows, ...Array.from({ length: rows * columns }, () => cell(null)))

/** As many as there are: a stage with too many empty cells is left out. */
const fullMouth: readonly HangingStage[] = [
  anyViews(3, 3),
  anyViews(2, 3),
  anyViews(2, 2),
  anyViews(1, 2),
]

const trunkRegions = [
  'Chest',
  'Abdomen',
  'Cervical',
  'Vertebrae',
  'Sacral Vertebrae',
  'Caudal Vertebrae',
]

/** The layouts of a region that are part of the product. */
export function getBuiltInHanging(species: Species, region: string): readonly HangingStage[] {
  if (region === teethRegion) return fullMouth
  if (region === 'Skull') return skull
  if (trunkRegions.includes(region)) return trunk
  if (species === 'Equine') return horseLeg
  return region === 'Hip' || region === 'Back Legs' || region === 'Front Legs' ? hips : joint
}
