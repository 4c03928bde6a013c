import type { Stack } from '@talus/contract'

/** The first slice of a viewport, and its phase. */
export interface ViewportContent {
  readonly stack: Stack
  readonly slice: number
  /** Set if the phases of a stack are shown beside each other. */
  readonly phase: number | undefined
}

export const countSlices = (stack: Stack, phase = 0): number =>
  stack.phases[phase]?.slices.length ?? 0

export const getMiddle = (stack: Stack): number => Math.floor((countSlices(stack) - 1) / 2)

interface Shown {
  readonly phase: number
  readonly slice: number
  /** The number of viewports. */
  readonly count: number
}

/** The phases of a stack in their order, so many as there are viewports, with the shown one. */
function listPhases(stack: Stack, { phase, slice, count }: Shown): readonly ViewportContent[] {
  const shown = Math.min(stack.phases.length, count)
  const first = Math.max(0, Math.min(phase, stack.phases.length - shown))
  return Array.from({ length: shown }, (_, at) => ({ stack, slice, phase: first + at }))
}

/**
 * The contents of a layout of several viewports: the phases of the shown stack, or the stack, then the
 * other series, then survey images. In viewports that are left over, the first ones are shown again at
 * places that are equally far apart.
 */
export function listContents(
  stacks: readonly Stack[],
  stack: Stack,
  shown: Shown,
  getFirstSlice: (other: Stack) => number = getMiddle,
): readonly ViewportContent[] {
  const { slice, count } = shown
  if (count === 1) return [{ stack, slice, phase: undefined }]
  const others = stacks
    .filter((one) => one !== stack)
    .map((one) => ({ stack: one, slice: getFirstSlice(one), phase: undefined }))
  const own =
    stack.phases.length > 1 ? listPhases(stack, shown) : [{ stack, slice, phase: undefined }]
  const series = [...own, ...others.filter((one) => one.stack.kind !== 'pictures')].slice(0, count)
  const pictures = others
    .filter((one) => one.stack.kind === 'pictures')
    .slice(0, count - series.length)
  const left = count - pictures.length
  const rounds = Math.ceil(left / series.length)
  const repeated = Array.from({ length: left }, (_, at): ViewportContent[] => {
    const content = series[at % series.length]
    if (!content) return []
    const total = Math.max(1, countSlices(content.stack))
    const shift = Math.round((Math.floor(at / series.length) * total) / rounds)
    return [{ ...content, slice: (content.slice + shift) % total }]
  })
  return [...repeated.flat(), ...pictures]
}
