import { Button } from '@mantine/core'
import { IconBolt, IconDental, IconPencil, IconScan } from '@tabler/icons-react'
import { formatMake } from '@talus/contract'
import type { BridgeSensorStatus, BridgeState, RegisteredSensor } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import styles from './devices.module.css'
import { SensorForm } from './sensor-form.tsx'

interface SensorRowProps {
  readonly sensor: RegisteredSensor
  /** Undefined while the station does not answer. */
  readonly status: BridgeSensorStatus | undefined
}

export function SensorRow({ sensor, status }: SensorRowProps) {
  const timeZone = useClinicZone()
  const { t } = useTranslation()
  const { name, modality, isEnabled } = sensor
  const kind = t(`stations:driver.${modality === 'Dental' ? 'dental' : 'general'}`)
  const device = formatMake(sensor) || t('devices:folderDetector')
  const calibrated = status?.calibratedOn
    ? formatDay(status.calibratedOn, timeZone)
    : t('stations:sensor.notReported')
  const edit = () =>
    openForm(t('stations:sensor.edit'), (close) => <SensorForm sensor={sensor} onDone={close} />)
  return (
    <Row
      icon={<Icon icon={modality === 'Dental' ? IconDental : IconScan} size="lg" />}
      title={name || kind}
      text={(name ? [kind, device] : [device]).filter(Boolean).join(' · ')}
      badge={<SensorBadge status={status} isEnabled={isEnabled} />}
      facts={[
        t('stations:sensor.calibrated', { value: calibrated }),
        ...(status?.lease ? [t('stations:sensor.held', { holder: status.lease.holder })] : []),
        ...(status && status.framesWaiting > 0
          ? [t('stations:sensor.waiting', { count: status.framesWaiting })]
          : []),
      ]}
      action={
        <Button
          variant="subtle"
          leftSection={<Icon icon={IconPencil} />}
          aria-label={t('stations:sensor.edit')}
          onClick={edit}
        >
          {t('common:action.edit')}
        </Button>
      }
    />
  )
}

function SensorBadge({
  status,
  isEnabled,
}: {
  readonly status: BridgeSensorStatus | undefined
  readonly isEnabled: boolean
}) {
  const { t } = useTranslation()
  if (!isEnabled) return <Badge>{t('stations:sensor.off')}</Badge>
  if (!status) return <Badge tone="red">{t('devices:state.NotAvailable')}</Badge>
  const tones = { Ready: 'green', NotAvailable: 'red' } as const
  const tone =
    status.state === 'Ready' || status.state === 'NotAvailable' ? tones[status.state] : 'blue'
  return <Badge tone={tone}>{t(`devices:state.${status.state}`)}</Badge>
}

export function GeneratorRow({ state }: { readonly state: BridgeState }) {
  const { t } = useTranslation()
  const { generator, config } = state
  const drivers = config.drivers.generator
  const text =
    drivers.driver === 'serial'
      ? [drivers.model, drivers.path].filter(Boolean).join(' · ')
      : t(`stations:driver.${drivers.driver}`)
  return (
    <Row
      icon={<Icon icon={IconBolt} size="lg" />}
      title={t('stations:generator')}
      text={text}
      badge={
        <Badge tone={generator.state === 'connected' ? 'green' : 'red'}>
          {t(`stations:generatorState.${generator.state}`)}
        </Badge>
      }
      facts={[]}
    />
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly badge: ReactNode
  readonly facts: readonly string[]
  readonly action?: ReactNode
}

const Row = ({ icon, title, text, badge, facts, action }: RowProps) => (
  <li className={styles.row}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <div className={styles.names}>
      <span className={styles.rowTitle}>{title}</span>
      <span className={styles.place}>{text}</span>
      {facts.map((fact) => (
        <span key={fact} className={styles.place}>
          {fact}
        </span>
      ))}
    </div>
    {badge}
    {action}
  </li>
)
