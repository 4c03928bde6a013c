import type { PlaneName } from '@talus/volume'

/** The names are those of the specification, and `1x2`, which compares two series. */
export const layoutNames = [
  '2d',
  '2x2',
  '1x4',
  '4x1',
  'mpr',
  '3d-four-up',
  '3d-main',
  'axial-primary',
  '3d-only',
  '3d-primary',
  'frame-view',
  '1x2',
] as const
export type LayoutName = (typeof layoutNames)[number]

/** A viewport shows the slices of a stack, a plane through a volume, a volume, or a light box. */
export type CellContent =
  | { readonly kind: 'stack' }
  | {
      readonly kind: 'plane'
      readonly plane: PlaneName
      /** The planes that its tabs offer. */
      readonly choices?: readonly PlaneName[]
    }
  | { readonly kind: 'volume' }
  | { readonly kind: 'lightBox' }

export interface Layout {
  /** Pressed after `g`. */
  readonly key: string
  readonly needsVolume: boolean
  /** The areas of the viewports, a to d, as grid-template-areas. */
  readonly areas: readonly string[]
  readonly columns: string
  readonly cells: readonly CellContent[]
}

const stack: CellContent = { kind: 'stack' }
const volume: CellContent = { kind: 'volume' }
const transverse: CellContent = { kind: 'plane', plane: 'transverse' }
const sagittal: CellContent = { kind: 'plane', plane: 'sagittal' }
const dorsal: CellContent = { kind: 'plane', plane: 'dorsal' }

export const layouts: Readonly<Record<LayoutName, Layout>> = {
  '2d': { key: '1', needsVolume: false, areas: ['a'], columns: '1fr', cells: [stack] },
  '2x2': {
    key: '2',
    needsVolume: false,
    areas: ['a b', 'c d'],
    columns: '1fr 1fr',
    cells: [stack, stack, stack, stack],
  },
  '1x4': {
    key: '3',
    needsVolume: false,
    areas: ['a b c d'],
    columns: '1fr 1fr 1fr 1fr',
    cells: [stack, stack, stack, stack],
  },
  '4x1': {
    key: '4',
    needsVolume: false,
    areas: ['a', 'b', 'c', 'd'],
    columns: '1fr',
    cells: [stack, stack, stack, stack],
  },
  mpr: {
    key: '5',
    needsVolume: true,
    areas: ['a b', 'a c'],
    columns: '3fr 2fr',
    cells: [transverse, sagittal, dorsal],
  },
  '3d-four-up': {
    key: '6',
    needsVolume: true,
    areas: ['a b', 'c d'],
    columns: '1fr 1fr',
    cells: [transverse, sagittal, dorsal, volume],
  },
  '3d-main': {
    key: '7',
    needsVolume: true,
    areas: ['a b'],
    columns: '2fr 1fr',
    cells: [
      volume,
      { kind: 'plane', plane: 'transverse', choices: ['transverse', 'sagittal', 'dorsal'] },
    ],
  },
  'axial-primary': {
    key: '8',
    needsVolume: true,
    areas: ['a b'],
    columns: '2fr 1fr',
    cells: [transverse, { kind: 'plane', plane: 'sagittal', choices: ['sagittal', 'dorsal'] }],
  },
  '3d-only': { key: '9', needsVolume: true, areas: ['a'], columns: '1fr', cells: [volume] },
  '3d-primary': {
    key: '0',
    needsVolume: true,
    areas: ['a b'],
    columns: '1fr 1fr',
    cells: [volume, transverse],
  },
  'frame-view': {
    key: '-',
    needsVolume: false,
    areas: ['a'],
    columns: '1fr',
    cells: [{ kind: 'lightBox' }],
  },
  '1x2': {
    key: '=',
    needsVolume: false,
    areas: ['a b'],
    columns: '1fr 1fr',
    cells: [stack, stack],
  },
}

/** The places of the viewports: their areas, and the widths and heights of columns and rows. */
type Arrangement = Pick<Layout, 'areas' | 'columns'> & { readonly rows: string | undefined }

/** The shape of a small screen: a phone held upright, or one that lies on its side. */
export type ScreenShape = 'upright' | 'low' | undefined

/** Four stacks in one row or one column. */
const isSingleFile = ({ areas, cells }: Layout) =>
  cells.length === 4 && (areas.length === 1 || areas.length === 4)

/**
 * Four cells beside each other on an upright phone would be narrower than their texts, and four
 * below each other lower; the same on a phone on its side, where a row of four has space.
 */
export const fits = (layout: Layout, shape: ScreenShape): boolean =>
  shape === undefined || !isSingleFile(layout) || (shape === 'low' && layout.areas.length === 1)

/**
 * On an upright phone, two or three viewports are below each other: a third of its width is too
 * narrow for a plane. Four stacks that would be too narrow or too low are shown two by two.
 */
export function arrange(layout: Layout, shape: ScreenShape): Arrangement {
  const { areas, columns, cells } = layout
  if (!fits(layout, shape)) {
    const { areas: square, columns: halves } = layouts['2x2']
    return { areas: square, columns: halves, rows: undefined }
  }
  const isTurned = shape === 'upright' && cells.length > 1 && cells.length < 4
  if (!isTurned) return { areas, columns, rows: undefined }
  const names = areas.map((row) => row.split(' '))
  const turned = (names[0] ?? []).map((_, at) => names.map((row) => row[at] ?? '').join(' '))
  return { areas: turned, columns: areas.map(() => '1fr').join(' '), rows: columns }
}
