/**
 * How an animal is painted: the far limbs, the body as one filled contour, the skeleton inside
 * it in a lighter stroke, and the few lines that lie on the surface.
 *
 * Colours come from the scene as custom properties, so that the same drawing can be shown twice:
 * as line art, and brighter where the plate crosses it.
 */
export interface FigureGeometry {
  /** Closed contours of the far limbs and ears, behind the body. */
  readonly far: readonly string[];
  readonly farBones: readonly string[];
  /** The contour of the animal. */
  readonly body: string;
  /** Open bones: ribs, cartilage. */
  readonly arcs: readonly string[];
  /** Closed bones, later ones above earlier ones. */
  readonly bones: readonly string[];
  /** Fine lines on bones: orbit, scapular spine. */
  readonly marks: readonly string[];
  /** Lines of the coat: ear, mouth, mane, hooves. */
  readonly surface: readonly string[];
}

export interface FigureProps {
  /** Scale of the strokes, so that figures drawn at different scales share one line weight. */
  readonly weight?: number | undefined;
}

const OUTLINE = 'var(--figure-outline, currentColor)';
const BONE = 'var(--figure-bone, #0d9488)';
const BONE_FILL = 'var(--figure-bone-fill, none)';
const BODY_FILL = 'var(--figure-body, none)';

const paths = (list: readonly string[]) => list.map((d) => <path key={d} d={d} />);

export function Figure({ geometry, weight = 1 }: FigureProps & { readonly geometry: FigureGeometry }) {
  const g = geometry;
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g stroke={OUTLINE} strokeWidth={1.8 * weight} fill={BODY_FILL} strokeOpacity={0.5}>
        {paths(g.far)}
      </g>
      <g stroke={BONE} strokeWidth={1.1 * weight} opacity={0.4}>
        {paths(g.farBones)}
      </g>
      <path d={g.body} fill={BODY_FILL} />
      <g stroke={BONE} strokeWidth={2 * weight} strokeOpacity={0.75}>
        {paths(g.arcs)}
      </g>
      <g stroke={BONE} strokeWidth={1.3 * weight} fill={BONE_FILL}>
        {paths(g.bones)}
      </g>
      <g stroke={BONE} strokeWidth={1.1 * weight} strokeOpacity={0.8}>
        {paths(g.marks)}
      </g>
      <g stroke={OUTLINE} strokeWidth={1.5 * weight} strokeOpacity={0.8}>
        {paths(g.surface)}
      </g>
      <path d={g.body} stroke={OUTLINE} strokeWidth={2.4 * weight} />
    </g>
  );
}
