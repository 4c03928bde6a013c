import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import styles from './device-chips.module.css'
import { formatGeneratorStatus, formatPanelStatus, formatShortPanelStatus } from './status-text.ts'
import { getGeneratorStatus, getPanelStatus } from './status-labels.ts'
import type { StatusTone } from './status-labels.ts'
import { openHardwareStatus } from './hardware-status.tsx'
import { ToneIcon } from './tone-icon.tsx'
import { useGenerator } from '../generator/use-generator.ts'
import type { SensorState } from '../sensor/sensor-state.ts'
import type { Modality } from '../sensor/use-sensor.ts'
import { useSensor } from '../sensor/use-sensor.ts'

interface DeviceChipsProps {
  readonly modality: Modality
  /** The sensor state that the page shows, which may differ from the last one received. */
  readonly sensor: SensorState | undefined
  /** Sensor and generator are leased to another page. */
  readonly isInUse: boolean
}

/** Shows the state of the panel, and of the generator for the General modality. */
export const DeviceChips = (props: DeviceChipsProps) => (
  <WithTranslations namespace="devices" height={48}>
    <Chips {...props} />
  </WithTranslations>
)

function Chips({ modality, sensor, isInUse }: DeviceChipsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.chips} role="group" aria-label={t('devices:chip.all')}>
      {modality === 'General' ? <GeneratorChip isInUse={isInUse} /> : null}
      <PanelChip modality={modality} sensor={sensor} isInUse={isInUse} />
    </div>
  )
}

const inUse = { tone: 'attention', label: 'inUse' } as const

function GeneratorChip({ isInUse }: Pick<DeviceChipsProps, 'isInUse'>) {
  const { t } = useTranslation()
  const generator = useGenerator()
  if (generator.isDisabled) return null
  const status = isInUse ? inUse : getGeneratorStatus(generator)
  return (
    <Chip
      modality="General"
      name={t('devices:chip.generator')}
      tone={status.tone}
      text={formatGeneratorStatus(t, status)}
    />
  )
}

function PanelChip({ modality, sensor, isInUse }: DeviceChipsProps) {
  const { t, i18n } = useTranslation()
  const view = useSensor(modality)
  const status = isInUse ? inUse : getPanelStatus({ ...view, state: sensor })
  return (
    <Chip
      modality={modality}
      name={t('devices:chip.panel')}
      tone={status.tone}
      text={formatPanelStatus(t, i18n.language, status)}
      shortText={formatShortPanelStatus(t, i18n.language, status)}
    />
  )
}

interface ChipProps {
  readonly modality: Modality
  readonly name: string
  readonly tone: StatusTone
  readonly text: string
  /** Shown instead of a text that is too long for a chip. */
  readonly shortText?: string | undefined
}

/**
 * Opens the hardware details for users who may inspect them; other users get a toast with the
 * state.
 */
function Chip({ modality, name, tone, text, shortText = text }: ChipProps) {
  const { t } = useTranslation()
  const mayInspect = useCan('hardware.inspect')
  const message = t('devices:chip.said', { name, words: text })
  return (
    <button
      type="button"
      className={styles.chip}
      data-tone={tone}
      aria-haspopup={mayInspect ? 'dialog' : undefined}
      data-hint={mayInspect ? t('devices:hardware.open') : undefined}
      onClick={() => (mayInspect ? openHardwareStatus(modality) : toast.info(message))}
    >
      <span className={styles.name}>
        <ToneIcon tone={tone} size="sm" />
        {name}
      </span>
      <span className={styles.text}>{shortText}</span>
      {shortText === text ? null : <VisuallyHidden>{text}</VisuallyHidden>}
    </button>
  )
}
