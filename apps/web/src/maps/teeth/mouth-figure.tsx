import type { DrawnDentalRegion } from './mouth.ts'
import styles from './mouth-figure.module.css'

interface MouthFigureProps {
  readonly regions: readonly DrawnDentalRegion[]
  readonly inside: readonly string[]
}

/** An open mouth from the front: faint palate and tongue, and every tooth with its number. */
export const MouthFigure = ({ regions, inside }: MouthFigureProps) => (
  <g fill="none" strokeLinecap="round" strokeLinejoin="round">
    <g stroke="var(--figure-faint)" strokeWidth={1.2}>
      {inside.map((d) => (
        <path key={d} d={d} />
      ))}
    </g>
    <g fill="var(--figure-body)" stroke="var(--figure-seam)" strokeWidth={1.5}>
      {regions.map(({ drawn }) => (
        <path key={drawn.id} d={drawn.path} />
      ))}
    </g>
    {regions.flatMap(({ teeth }) =>
      teeth.map((tooth) => (
        <g key={tooth.number}>
          <path
            d={tooth.crown}
            fill="var(--figure-tooth)"
            stroke="var(--figure-bone)"
            strokeWidth={1.2}
          />
          <g stroke="var(--figure-bone)" strokeWidth={0.9} strokeOpacity={0.55}>
            {tooth.lines.map((d) => (
              <path key={d} d={d} />
            ))}
          </g>
          <text className={styles.number} x={tooth.at[0]} y={tooth.at[1]}>
            {tooth.number}
          </text>
        </g>
      )),
    )}
  </g>
)
