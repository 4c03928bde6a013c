import type { PresentationSummary } from '@talus/contract'
import { IconPresentation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../toolbar/toolbar-menu.tsx'
import type { usePresentations } from './use-presentations.ts'
import styles from './presentation-chip.module.css'

/** The key G opens the chip of the active viewport. */
export const openPresentationMenu = () =>
  document.querySelector<HTMLElement>('[aria-current] [data-presentations] > button')?.click()

const joinWords = (words: readonly string[]) => words.filter((word) => word !== '').join(', ')

const nameState = ({ label, description, creator }: PresentationSummary): string =>
  joinWords([label || description, creator])

/** Says that presentation states exist for an image, and which of them is shown. */
export function PresentationChip(props: ReturnType<typeof usePresentations>) {
  const { states, shown, isLoading, failure, choose } = props
  const { t } = useTranslation()
  if (states.length === 0) return null
  const label = shown
    ? t('viewer:presentation.shown', {
        name: nameState(shown.summary) || t('viewer:presentation.unnamed'),
      })
    : t('viewer:presentation.exists', { count: states.length })
  const omitted = shown?.state.omitted ?? 0
  return (
    <div className={styles.chip} data-presentations data-shown={shown ? true : undefined}>
      <ToolbarMenu
        label={label}
        icon={IconPresentation}
        showLabel="always"
        isActive={Boolean(shown)}
      >
        {(close) => (
          <>
            <ToolbarMenuItem
              label={t('viewer:presentation.asIs')}
              note={t('viewer:presentation.asIsNote')}
              isChecked={!shown}
              onClick={() => {
                void choose(undefined)
                close()
              }}
            />
            {states.map((one) => (
              <ToolbarMenuItem
                key={one.id}
                label={nameState(one) || t('viewer:presentation.unnamed')}
                note={joinWords([one.label === '' ? '' : one.description, one.createdOn])}
                reason={one.isSupported ? undefined : t('viewer:presentation.notSupported')}
                isChecked={shown?.summary.id === one.id}
                onClick={() => {
                  void choose(one)
                  close()
                }}
              />
            ))}
          </>
        )}
      </ToolbarMenu>
      {isLoading ? <span className={styles.note}>{t('viewer:presentation.loading')}</span> : null}
      {failure === undefined ? null : (
        <span className={styles.note} role="alert">
          {t('viewer:presentation.failed', { reason: failure })}
        </span>
      )}
      {omitted > 0 ? (
        <span className={styles.note}>{t('viewer:presentation.omitted', { count: omitted })}</span>
      ) : null}
    </div>
  )
}
