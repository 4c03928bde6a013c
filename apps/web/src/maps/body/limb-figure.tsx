import { shape } from '../../ui/art/curves.ts'
import { Figure } from '../../ui/art/figure.tsx'
import { limbSides } from './limb-drawing.ts'
import type { LimbDrawing } from './limb-drawing.ts'

/** Both limbs of a pair, drawn as the animals are. */
export function LimbFigure({ drawing }: { readonly drawing: LimbDrawing }) {
  const geometry = {
    far: [],
    farBones: [],
    body: shape(drawing.contour),
    soft: [],
    ribs: [],
    bones: drawing.bones.map(shape),
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
