/**
 * The paths of an animal in drawing order: the far limbs, the body as one filled contour, the
 * skeleton inside it in a lighter stroke, and a few lines on the surface.
 *
 * The scene sets the colours as custom properties, so that the same drawing can be shown twice: as
 * line art, and as bright bones inside the X-ray plate.
 */
export interface FigureGeometry {
  /** Closed contours of the far limbs and ear, behind the body. */
  readonly far: readonly string[]
  readonly farBones: readonly string[]
  /** The contour of the animal. */
  readonly body: string
  /** Costal cartilages. */
  readonly soft: readonly string[]
  readonly ribs: readonly string[]
  /** Closed bones, later ones above earlier ones. */
  readonly bones: readonly string[]
  /** Fine lines on bones: orbit, teeth, scapular spine. */
  readonly marks: readonly string[]
  /** A hanging ear: closed, and drawn half-transparent over the bones. */
  readonly flaps: readonly string[]
  /** Lines of the coat: nostril, mane, hooves, toes. */
  readonly surface: readonly string[]
}

export interface FigureProps {
  /** Scale of the strokes, so that figures drawn at different scales share one line weight. */
  readonly weight?: number | undefined
}

const OUTLINE = 'var(--figure-outline, currentColor)'
const BONE = 'var(--figure-bone, #0d9488)'
const BONE_FILL = 'var(--figure-bone-fill, none)'
const BODY_FILL = 'var(--figure-body, none)'

const renderPaths = (list: readonly string[]) => list.map((d) => <path key={d} d={d} />)

export function Figure({
  geometry,
  weight = 1,
}: FigureProps & { readonly geometry: FigureGeometry }) {
  const g = geometry
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g stroke={OUTLINE} strokeWidth={1.7 * weight} fill={BODY_FILL} strokeOpacity={0.55}>
        {renderPaths(g.far)}
      </g>
      <g stroke={BONE} strokeWidth={weight} fill={BONE_FILL} opacity={0.45}>
        {renderPaths(g.farBones)}
      </g>
      <path d={g.body} fill={BODY_FILL} />
      <g stroke={BONE} strokeWidth={1.2 * weight} strokeOpacity={0.55}>
        {renderPaths(g.soft)}
      </g>
      <g stroke={BONE} strokeWidth={1.9 * weight} strokeOpacity={0.75}>
        {renderPaths(g.ribs)}
      </g>
      <g stroke={BONE} strokeWidth={1.2 * weight} fill={BONE_FILL}>
        {renderPaths(g.bones)}
      </g>
      <g stroke={BONE} strokeWidth={weight} strokeOpacity={0.85}>
        {renderPaths(g.marks)}
      </g>
      <g stroke={OUTLINE} strokeWidth={1.7 * weight} fill={BODY_FILL} fillOpacity={0.6}>
        {renderPaths(g.flaps)}
      </g>
      <g stroke={OUTLINE} strokeWidth={1.4 * weight} strokeOpacity={0.75}>
        {renderPaths(g.surface)}
      </g>
      <path d={g.body} stroke={OUTLINE} strokeWidth={2.3 * weight} />
    </g>
  )
}
