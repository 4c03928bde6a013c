import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { WithWords } from '../../ui/with-words.tsx'
import styles from './device-chips.module.css'
import { generatorWords, panelWords, shortWords } from './device-words.ts'
import { generatorFace, panelFace } from './faces.ts'
import type { Tone } from './faces.ts'
import { openHardwareStatus } from './hardware-status.tsx'
import { ToneIcon } from './tone-icon.tsx'
import { useGenerator } from './use-generator.ts'
import type { SensorState } from './sensor-state.ts'
import type { Modality } from './use-sensor.ts'
import { useSensor } from './use-sensor.ts'

interface DeviceChipsProps {
  readonly modality: Modality
  /** What the page says of its sensor, which is not always what was heard of it last. */
  readonly sensor: SensorState | undefined
}

/** How the devices are, at a glance: the Panel, and the Generator where there is one to be set. */
export const DeviceChips = (props: DeviceChipsProps) => (
  <WithWords namespace="devices" height={48}>
    <Chips {...props} />
  </WithWords>
)

function Chips({ modality, sensor }: DeviceChipsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.chips} role="group" aria-label={t('devices:chip.all')}>
      {modality === 'General' ? <GeneratorChip /> : null}
      <PanelChip modality={modality} sensor={sensor} />
    </div>
  )
}

function GeneratorChip() {
  const { t } = useTranslation()
  const generator = useGenerator()
  if (generator.isDisabled) return null
  const face = generatorFace(generator)
  return (
    <Chip
      modality="General"
      name={t('devices:chip.generator')}
      tone={face.tone}
      words={generatorWords(t, face)}
    />
  )
}

function PanelChip({ modality, sensor }: DeviceChipsProps) {
  const { t, i18n } = useTranslation()
  const face = panelFace({ ...useSensor(modality), state: sensor })
  return (
    <Chip
      modality={modality}
      name={t('devices:chip.panel')}
      tone={face.tone}
      words={panelWords(t, i18n.language, face)}
      short={shortWords(t, i18n.language, face)}
    />
  )
}

interface ChipProps {
  readonly modality: Modality
  readonly name: string
  readonly tone: Tone
  readonly words: string
  /** Where the whole would not stand on a chip. */
  readonly short?: string | undefined
}

/** The details are for those who look after the hardware (DEV-45); everybody else is told the state. */
function Chip({ modality, name, tone, words, short = words }: ChipProps) {
  const { t } = useTranslation()
  const mayInspect = useCan('hardware.inspect')
  const said = t('devices:chip.said', { name, words })
  return (
    <button
      type="button"
      className={styles.chip}
      data-tone={tone}
      aria-haspopup={mayInspect ? 'dialog' : undefined}
      data-hint={mayInspect ? t('devices:hardware.open') : undefined}
      onClick={() => (mayInspect ? openHardwareStatus(modality) : toast.info(said))}
    >
      <span className={styles.name}>
        <ToneIcon tone={tone} size={16} />
        {name}
      </span>
      <span className={styles.words}>{short}</span>
      {short === words ? null : <VisuallyHidden>{words}</VisuallyHidden>}
    </button>
  )
}
