import type { PlacedLine, Rectangle } from '@talus/report/layout'
import styles from './paper.module.css'

/** The position of a rectangle of the layout engine, as styles. */
export const toBox = ({ x, top, width, height }: Rectangle) => ({ left: x, top, width, height })

interface LinesProps {
  readonly lines: readonly PlacedLine[]
  readonly lineHeight: number
  readonly isMuted?: boolean
}

/** Lines as the PDF prints them. */
export const PlacedLines = ({ lines, lineHeight, isMuted }: LinesProps) =>
  lines.map((line) => (
    <div
      key={line.start}
      className={styles.line}
      style={{
        left: line.x,
        top: line.top,
        fontSize: line.size,
        lineHeight: `${String(lineHeight)}px`,
      }}
    >
      {line.pieces.map((piece) => (
        <span
          key={piece.x}
          className={[
            piece.face.startsWith('bold') ? styles.bold : '',
            piece.face === 'italic' || piece.face === 'boldItalic' ? styles.italic : '',
            isMuted ? styles.muted : '',
          ].join(' ')}
        >
          {piece.text}
        </span>
      ))}
    </div>
  ))
