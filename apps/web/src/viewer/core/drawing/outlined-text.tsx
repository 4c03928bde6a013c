import { lineHeight } from './place-labels.ts'
import { getInk } from './marks.tsx'
import type { Ink } from './marks.tsx'

interface OutlinedTextProps {
  readonly x: number
  readonly y: number
  readonly lines: readonly string[]
  readonly ink: Ink
  readonly size: number
  readonly isBold?: boolean | undefined
  readonly anchor?: 'start' | 'middle'
}

/** Text with a dark outline instead of a box, which would hide the image. */
export function OutlinedText(props: OutlinedTextProps) {
  const { x, y, lines, ink, size, isBold = false, anchor = 'start' } = props
  return (
    <text
      x={x}
      y={y}
      fill={getInk(ink)}
      stroke={getInk('shadow')}
      strokeWidth={3.5}
      strokeLinejoin="round"
      paintOrder="stroke"
      textAnchor={anchor}
      fontSize={size}
      fontWeight={isBold ? 700 : 560}
      style={{ fontVariantNumeric: 'tabular-nums', userSelect: 'none' }}
    >
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of text have no ids
        <tspan key={index} x={x} dy={index === 0 ? 0 : size * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  )
}
