import { drawShape } from '../../ui/art/curves.ts'
import { Figure } from '../../ui/art/figure.tsx'
import { limbSides } from './limb-drawing.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** Both limbs of a pair, in the style of the whole animals. */
export function LimbFigure({ drawing }: { readonly drawing: LimbDrawing }) {
  const geometry = {
    far: [],
    farBones: [],
    body: drawShape(drawing.contour),
    soft: [],
    ribs: [],
    bones: drawing.bones.map(drawShape),
    marks: drawing.marks,
    flaps: [],
    surface: drawing.surface,
  }
  return limbSides.map(({ side, offset }) => (
    <g key={side} transform={`translate(${offset} 0)`}>
      <Figure geometry={geometry} weight={1.5} />
    </g>
  ))
}
