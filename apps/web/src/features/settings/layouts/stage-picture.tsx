import { formatHangingCell } from '@talus/anatomy'
import type { HangingStage } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import styles from './layouts.module.css'

/** A small picture of a layout with the view of each cell; cells of an earlier study are dashed. */
export function StagePicture({ stage }: { readonly stage: HangingStage }) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const any = t('settings:layouts.anyShort')
  return (
    <span
      className={styles.picture}
      style={{ gridTemplateColumns: `repeat(${stage.columns}, minmax(44px, auto))` }}
    >
      {stage.cells.map((cell, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the position is the key
          key={at}
          data-prior={cell?.isPrior || undefined}
          data-empty={cell === null || undefined}
        >
          {formatHangingCell(cell, language, any)}
        </span>
      ))}
    </span>
  )
}
