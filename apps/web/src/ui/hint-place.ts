export type Side = 'below' | 'right'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
type Size = Pick<Box, 'width' | 'height'>

const gap = 6
const edge = 8

const within = (value: number, most: number) => Math.max(edge, Math.min(value, most - edge))

/** Where a hint goes: beside or below its target, above where there is no room, never off screen. */
export function place(target: Box, hint: Size, view: Size, side: Side) {
  if (side === 'right') {
    return {
      left: within(target.left + target.width + gap, view.width - hint.width),
      top: within(target.top + (target.height - hint.height) / 2, view.height - hint.height),
    }
  }
  const below = target.top + target.height + gap
  const fits = below + hint.height + edge <= view.height
  return {
    left: within(target.left + (target.width - hint.width) / 2, view.width - hint.width),
    top: fits ? below : Math.max(edge, target.top - gap - hint.height),
  }
}
