import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { formatView } from '@talus/anatomy'
import type { HangingCell, HangingStage } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { anyImage, isPaired, resizeStage } from './stages.ts'
import styles from './layouts.module.css'

interface StageEditorProps {
  /** From 1. */
  readonly number: number
  readonly count: number
  readonly stage: HangingStage
  readonly region: string
  readonly views: readonly (readonly string[])[]
  readonly onChange: (stage: HangingStage) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

const sizes = ['1', '2', '3']

/** One layout: its size, what each cell shows, and its place in the order. */
export function StageEditor(props: StageEditorProps) {
  const { number, count, stage, region, views, onChange } = props
  const { t } = useTranslation()
  const { rows, columns, cells } = stage
  const buttons = [
    { name: 'up', icon: IconChevronUp, isOff: number === 1, act: () => props.onMove(-1) },
    { name: 'down', icon: IconChevronDown, isOff: number === count, act: () => props.onMove(1) },
    { name: 'remove', icon: IconTrash, isOff: count === 1, act: props.onRemove },
  ] as const
  return (
    <fieldset className={styles.stage} data-stage={number}>
      <legend>{t('settings:layouts.number', { number })}</legend>
      <div className={styles.stageHead}>
        <NativeSelect
          label={t('settings:layouts.rows')}
          data={sizes}
          value={String(rows)}
          onChange={({ target }) => onChange(resizeStage(stage, Number(target.value), columns))}
        />
        <NativeSelect
          label={t('settings:layouts.columns')}
          data={sizes}
          value={String(columns)}
          onChange={({ target }) => onChange(resizeStage(stage, rows, Number(target.value)))}
        />
        <span className={styles.stageActions}>
          {buttons.map(({ name, icon, isOff, act }) => (
            <ActionIcon
              key={name}
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t(`settings:layouts.${name}`, { number })}
              data-hint={t(`settings:layouts.${name}`, { number })}
              aria-disabled={isOff || undefined}
              data-act={name}
              onClick={isOff ? undefined : act}
            >
              <Icon icon={icon} />
            </ActionIcon>
          ))}
        </span>
      </div>
      <div className={styles.cells} data-columns={columns}>
        {cells.map((cell, at) => (
          <CellEditor
            // oxlint-disable-next-line react/no-array-index-key -- the position is the key
            key={at}
            name={t('settings:layouts.cell', {
              row: Math.floor(at / columns) + 1,
              column: (at % columns) + 1,
            })}
            cell={cell}
            views={views}
            hasSides={isPaired(region)}
            onChange={(next) => onChange({ ...stage, cells: cells.with(at, next) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CellEditorProps {
  readonly name: string
  readonly cell: HangingCell | null
  readonly views: readonly (readonly string[])[]
  readonly hasSides: boolean
  readonly onChange: (cell: HangingCell | null) => void
}

const sources = ['current', 'prior', 'empty'] as const

function CellEditor({ name, cell, views, hasSides, onChange }: CellEditorProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const source = cell === null ? 'empty' : cell.isPrior ? 'prior' : 'current'
  const setSource = (next: string) =>
    onChange(next === 'empty' ? null : { ...(cell ?? anyImage), isPrior: next === 'prior' })
  const label = (what: string) => t('common:labelled', { label: name, value: what })
  return (
    <div className={styles.cell} data-prior={cell?.isPrior || undefined}>
      <span className={styles.cellName} aria-hidden>
        {name}
      </span>
      <NativeSelect
        aria-label={label(t('settings:layouts.source'))}
        data={sources.map((value) => ({ value, label: t(`settings:layouts.sources.${value}`) }))}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
      {cell ? (
        <NativeSelect
          aria-label={label(t('settings:layouts.view'))}
          data={views.map((all) => ({
            value: all.join(' '),
            label:
              all.length === 0
                ? t('settings:layouts.any')
                : all.map((view) => formatView(view, language)).join(' / '),
          }))}
          value={cell.views.join(' ')}
          onChange={({ target }) =>
            onChange({ ...cell, views: target.value.split(' ').filter(Boolean) })
          }
        />
      ) : null}
      {cell && hasSides ? (
        <NativeSelect
          aria-label={label(t('settings:layouts.side'))}
          data={(['', 'R', 'L'] as const).map((value) => ({
            value,
            label: t(`settings:layouts.sides.${value || 'either'}`),
          }))}
          value={cell.side ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...cell, side: value === 'L' || value === 'R' ? value : null })
          }
        />
      ) : null}
    </div>
  )
}
