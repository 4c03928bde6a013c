import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ImageDataTab } from '../image-data/image-data-tab.tsx'
import { MeasurementsTab } from '../measurements/measurements-tab.tsx'
import { PriorsTab } from '../priors/priors-tab.tsx'
import { useLinkedViews } from '../priors/use-linked-views.ts'
import { PanelButton } from '../panel-button.tsx'
import type { RightPanelProps } from './panel-props.ts'
import styles from './right-panel.module.css'

const tabs = ['measurements', 'priors', 'imageData'] as const
type Tab = (typeof tabs)[number]

/** Beside the images, never on them: what was measured, what was before, what the file says. */
export function RightPanel(props: RightPanelProps) {
  const { isOpen, onClose, priors, source, slots, timeZone, ...facts } = props
  const { t } = useTranslation()
  const id = useId()
  const [chosen, setTab] = useState<Tab>('measurements')
  useLinkedViews(facts.store, priors, facts.contextOf)
  if (!isOpen) return null
  const offered = tabs.filter((tab) => tab !== 'priors' || (priors && source.patientId))
  const tab = offered.includes(chosen) ? chosen : 'measurements'
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: offered.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = offered[(offered.indexOf(tab) + step) % offered.length]
    if (next === undefined) return
    setTab(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <aside className={styles.panel} aria-label={t('viewerPanel:panel')}>
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist" tabIndex={-1} onKeyDown={onKeyDown}>
          {offered.map((one) => (
            <button
              key={one}
              id={`${id}${one}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={one === tab}
              aria-controls={`${id}body`}
              tabIndex={one === tab ? 0 : -1}
              onClick={() => setTab(one)}
            >
              {t(`viewerPanel:tab.${one}`)}
            </button>
          ))}
        </div>
        <PanelButton icon={IconX} label={t('viewerPanel:closePanel')} onClick={onClose} />
      </div>
      <div
        id={`${id}body`}
        className={styles.body}
        role="tabpanel"
        aria-labelledby={`${id}${tab}`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {tab === 'measurements' ? (
          <MeasurementsTab {...facts} source={source} priors={priors} timeZone={timeZone} />
        ) : null}
        {tab === 'priors' && priors && source.patientId ? (
          <PriorsTab
            {...facts}
            source={source}
            patientId={source.patientId}
            shelf={priors}
            timeZone={timeZone}
          />
        ) : null}
        {tab === 'imageData' ? (
          <ImageDataTab {...facts} source={source} more={slots?.imageData} />
        ) : null}
      </div>
    </aside>
  )
}
