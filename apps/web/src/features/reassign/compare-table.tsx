import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { differs } from './compare-rows.ts'
import type { CompareRow, Side } from './compare-rows.ts'
import styles from './reassign.module.css'

interface CompareTableProps<Field extends string> {
  readonly titles: Readonly<Record<Side, string>>
  readonly rows: readonly CompareRow<Field>[]
  /** The chosen side of each field; without it nothing can be chosen. */
  readonly choices?: ReadonlyMap<Field, Side>
  readonly onChoose?: (field: Field, side: Side) => void
}

/**
 * Shows two records side by side. If they are to become one, the differing values are marked, and
 * the value that stays is chosen with a radio button.
 */
export function CompareTable<Field extends string>(props: CompareTableProps<Field>) {
  const { titles, rows, choices, onChoose } = props
  const { t } = useTranslation()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('reassign:field')}</th>
          <th scope="col">{titles.left}</th>
          <th scope="col">{titles.right}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">
              {row.label}
              {onChoose && differs(row) && !row.isFact ? (
                <Badge tone="amber" icon={<Icon icon={IconAlertTriangle} size="sm" />}>
                  {t('reassign:differs')}
                </Badge>
              ) : null}
            </th>
            <Values row={row} chosen={row.field && choices?.get(row.field)} onChoose={onChoose} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ValuesProps<Field extends string> {
  readonly row: CompareRow<Field>
  readonly chosen: Side | undefined
  readonly onChoose: ((field: Field, side: Side) => void) | undefined
}

function Values<Field extends string>({ row, chosen, onChoose }: ValuesProps<Field>) {
  const { t } = useTranslation()
  const name = useId()
  const { field, format = (value) => value } = row
  const show = (side: Side) => format(row[side]) || '–'
  const sides = ['left', 'right'] as const
  if (field === undefined || !onChoose || !differs(row))
    return sides.map((side) => (
      <td key={side}>
        <span className={styles.value}>{show(side)}</span>
      </td>
    ))
  return sides.map((side) => (
    <td key={side}>
      <label className={styles.choice} data-chosen={chosen === side || undefined}>
        <input
          type="radio"
          name={name}
          checked={chosen === side}
          onChange={() => onChoose(field, side)}
          aria-label={t('reassign:keepValue', { field: row.label, value: show(side) })}
        />
        <span className={styles.value}>{show(side)}</span>
      </label>
    </td>
  ))
}
