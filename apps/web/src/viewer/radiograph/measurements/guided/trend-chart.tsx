import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../../ui/format/dates.ts'
import { createChartScale } from './chart-scale.ts'
import type { ChartPoint } from './chart-scale.ts'
import styles from './guided.module.css'

interface TrendPoint extends ChartPoint {
  /** Whether the point belongs to the open study. */
  readonly isNow: boolean
}

interface TrendChartProps {
  /** Oldest first. */
  readonly points: readonly TrendPoint[]
  /** Reference range. */
  readonly band:
    | { readonly low?: number | undefined; readonly high?: number | undefined }
    | undefined
  readonly timeZone: string | undefined
}

const width = 296
const height = 148
const area = { left: 26, right: 288, top: 12, bottom: 122 }
/** Horizontal distance of the points to the axis labels. */
const inset = 16

/** With more points than this their labels would overlap. */
const maxLabels = 5

/** Values over time with the reference range behind them, and as a table for screen readers. */
export function TrendChart({ points, band, timeZone }: TrendChartProps) {
  const { t, i18n } = useTranslation()
  const { x, y, lines, bottom, top } = createChartScale(points, band, {
    ...area,
    left: area.left + inset,
    right: area.right - inset,
  })
  const number = (value: number, digits = 1) =>
    new Intl.NumberFormat(i18n.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  const [low, high] = [band?.low ?? bottom, band?.high ?? top]
  const hasBand = band?.low !== undefined || band?.high !== undefined
  const [first, last] = [points[0], points.at(-1)]
  return (
    <>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {hasBand ? (
          <rect
            className={styles.band}
            x={area.left}
            width={area.right - area.left}
            y={y(high)}
            height={y(low) - y(high)}
          />
        ) : null}
        {lines.map((value) => (
          <g key={value}>
            <line
              className={styles.grid}
              x1={area.left}
              x2={area.right}
              y1={y(value)}
              y2={y(value)}
            />
            <text x={area.left - 6} y={y(value) + 4} textAnchor="end">
              {number(value, lines.every((line) => line % 1 === 0) ? 0 : 1)}
            </text>
          </g>
        ))}
        <polyline
          className={styles.course}
          points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
        />
        {points.map(({ at, value, isNow }, index) => (
          <g key={`${at} ${value}`}>
            <circle
              className={styles.dot}
              data-now={isNow || undefined}
              cx={x(at)}
              cy={y(value)}
              r={isNow ? 4.5 : 3.5}
            />
            {points.length <= maxLabels || index === points.length - 1 ? (
              <text className={styles.value} x={x(at)} y={y(value) - 9} textAnchor="middle">
                {number(value)}
              </text>
            ) : null}
          </g>
        ))}
        {first ? (
          <text x={area.left} y={height - 8}>
            {formatDay(first.at, timeZone)}
          </text>
        ) : null}
        {last && last !== first ? (
          <text x={width} y={height - 8} textAnchor="end">
            {formatDay(last.at, timeZone)}
          </text>
        ) : null}
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{t('viewerPanel:trend.title')}</caption>
          <tbody>
            {points.map(({ at, value }) => (
              <tr key={`${at} ${value}`}>
                <th scope="row">{formatDay(at, timeZone)}</th>
                <td>{number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
