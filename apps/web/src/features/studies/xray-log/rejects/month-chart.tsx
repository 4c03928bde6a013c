import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { computeAxisEnd, computeLabelStep, computeRate, fillMonths } from './rates.ts'
import type { MonthlyRejects } from './rates.ts'
import styles from './rejects.module.css'

interface MonthChartProps {
  readonly months: readonly MonthlyRejects[]
  readonly percent: (rate: number) => string
}

const height = 220
const edge = { top: 20, right: 4, bottom: 24, left: 44 }
const columnMax = 48
const labelWidth = 62
const steps = [0, 0.25, 0.5, 0.75, 1]

/** Column chart over time, with the same data as a table for screen readers. */
export function MonthChart({ months, percent }: MonthChartProps) {
  const { t } = useTranslation()
  const { ref, width } = useElementSize()
  const all = fillMonths(months)
  const end = computeAxisEnd(all.map(computeRate))
  const inner = Math.max(0, width - edge.left - edge.right)
  const bottom = height - edge.bottom
  const y = (rate: number) => bottom - (rate / end) * (bottom - edge.top)
  const slot = inner / Math.max(1, all.length)
  const column = Math.min(columnMax, slot * 0.6)
  const every = computeLabelStep(all.length, inner, labelWidth)
  const hasRateLabels = slot >= 44
  return (
    <section className={`${styles.card} ${styles.whole}`}>
      <h2>{t('xrayLog:rejects.byMonth')}</h2>
      <div ref={ref} className={styles.plot}>
        <svg
          viewBox={`0 0 ${Math.max(1, width)} ${height}`}
          width="100%"
          aria-hidden
          className={styles.months}
        >
          {steps.map((part) => (
            <g key={part}>
              <line
                className={styles.grid}
                x1={edge.left}
                x2={width - edge.right}
                y1={y(part * end)}
                y2={y(part * end)}
              />
              <text className={styles.tick} x={edge.left - 8} y={y(part * end) + 4}>
                {percent(part * end)}
              </text>
            </g>
          ))}
          {all.map((one, index) => {
            const middle = edge.left + slot * (index + 0.5)
            const top = y(computeRate(one))
            return (
              <g key={one.month}>
                <title>
                  {`${one.month}: ${percent(computeRate(one))}, ${t('xrayLog:rejects.of', { rejected: one.rejected, exposures: one.exposures })}`}
                </title>
                <rect
                  className={styles.hit}
                  x={middle - slot / 2}
                  y={0}
                  width={slot}
                  height={bottom}
                />
                <rect
                  className={styles.fill}
                  x={middle - column / 2}
                  y={top}
                  width={column}
                  height={bottom - top}
                />
                {hasRateLabels && one.exposures > 0 ? (
                  <text className={styles.value} x={middle} y={top - 6}>
                    {percent(computeRate(one))}
                  </text>
                ) : null}
                {index % every === 0 ? (
                  <text className={styles.month} x={middle} y={height - 6}>
                    {one.month}
                  </text>
                ) : null}
              </g>
            )
          })}
        </svg>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('xrayLog:rejects.byMonth')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('xrayLog:rejects.by.month')}</th>
              <th scope="col">{t('xrayLog:rejects.rate')}</th>
              <th scope="col">{t('xrayLog:rejects.column.rejected')}</th>
              <th scope="col">{t('xrayLog:rejects.column.exposures')}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <tr key={one.month}>
                <th scope="row">{one.month}</th>
                <td>{percent(computeRate(one))}</td>
                <td>{one.rejected}</td>
                <td>{one.exposures}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </section>
  )
}
