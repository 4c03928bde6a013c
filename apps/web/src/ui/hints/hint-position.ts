export type HintSide = 'below' | 'right'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
type Size = Pick<Box, 'width' | 'height'>

const gap = 6
const edge = 8

const clampToView = (value: number, most: number) => Math.max(edge, Math.min(value, most - edge))

/**
 * The position of a hint: beside or below its target, above if there is no space, never off screen.
 */
export function computeHintPosition(target: Box, hint: Size, view: Size, side: HintSide) {
  if (side === 'right') {
    return {
      left: clampToView(target.left + target.width + gap, view.width - hint.width),
      top: clampToView(target.top + (target.height - hint.height) / 2, view.height - hint.height),
    }
  }
  const below = target.top + target.height + gap
  const fits = below + hint.height + edge <= view.height
  return {
    left: clampToView(target.left + (target.width - hint.width) / 2, view.width - hint.width),
    top: fits ? below : Math.max(edge, target.top - gap - hint.height),
  }
}
