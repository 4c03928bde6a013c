import { formatMake } from '@talus/contract'
import type { Sensor } from '@talus/contract'
import { exState } from '@talus/devices'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatLocaleNumber } from '../../../ui/format/quantities.ts'
import { getFocalSize } from '../generator/generator-state.ts'
import type { KnownValues } from '../generator/generator-state.ts'
import { parseHealth } from '../sensor/sensor-state.ts'
import type { SensorStatus } from '../sensor/sensor-state.ts'
import { ToneIcon } from './tone-icon.tsx'

type Fact = readonly [label: string, value: ReactNode]

const healthStyles = {
  Ok: { badge: 'green', icon: 'ready' },
  Warn: { badge: 'amber', icon: 'attention' },
  Error: { badge: 'red', icon: 'error' },
} as const

export function listSensorFacts(
  t: TFunction,
  language: string,
  sensor: Sensor,
  status: SensorStatus,
): readonly Fact[] {
  const health = parseHealth(status.health)
  const formatMeasured = (value: number | null, unit: 'percent' | 'celsius' | 'ms') =>
    value === null
      ? null
      : t(`devices:measured.${unit}`, { value: formatLocaleNumber(value, language) })
  return [
    [t('devices:fact.device'), formatMake(sensor) || t('devices:folderDetector')],
    [t('devices:fact.state'), t(`devices:state.${status.state}`)],
    [
      t('devices:fact.health'),
      <Badge
        key={health}
        tone={healthStyles[health].badge}
        icon={<ToneIcon tone={healthStyles[health].icon} size="xs" />}
      >
        {t(`devices:health.${health}`)}
      </Badge>,
    ],
    [
      t('devices:fact.isConnected'),
      status.isConnected ? t('common:answer.yes') : t('common:answer.no'),
    ],
    [t('devices:fact.connection'), t(`devices:connection.${status.connectionType}`)],
    [t('devices:fact.battery'), formatMeasured(status.battery, 'percent')],
    [t('devices:fact.temp'), formatMeasured(status.temp, 'celsius')],
    [t('devices:fact.latency'), formatMeasured(status.latency, 'ms')],
    [t('devices:fact.fault'), status.fault && t(`devices:fault.${status.fault}`)],
    [t('devices:fact.heldBy'), status.use?.scope === 'clinic' && status.use.userName],
    [t('devices:fact.serial'), status.serial],
    [t('devices:fact.firmware'), status.firmware],
    [t('devices:fact.driver'), status.driver],
    [t('devices:fact.address'), `${sensor.serverIp}:${sensor.port}`],
  ]
}

export function listGeneratorFacts(
  t: TFunction,
  language: string,
  values: KnownValues,
): readonly Fact[] {
  const { kv, ma, ms, mx, fo, pw, ex, ws } = values
  const formatNumber = (value: number | undefined, unit: string) =>
    value === undefined
      ? null
      : t('devices:technique.value', { value: formatLocaleNumber(value, language), unit })
  const size = getFocalSize(fo)
  const formatExposure = () => {
    if (ex === undefined) return null
    if (ex >= exState.firstError) return t('devices:generator.error', { code: ex })
    if (ex === exState.idle) return t('devices:generator.idle')
    return ex === exState.exposing
      ? t('devices:generator.exposing')
      : t('devices:generator.preparing')
  }
  return [
    [
      t('devices:fact.power'),
      pw === undefined ? null : t(`devices:power.${pw === 1 ? 'on' : 'off'}`),
    ],
    [t('devices:fact.exposure'), formatExposure()],
    [t('devices:technique.name.kv'), formatNumber(kv, 'kV')],
    [t('devices:technique.name.ma'), formatNumber(ma, 'mA')],
    [t('devices:technique.name.ms'), formatNumber(ms, 'ms')],
    [t('devices:technique.name.mx'), formatNumber(mx, 'mAs')],
    [t('devices:focus.title'), size && t(`devices:focus.${size.name}`)],
    [t('devices:fact.workstation'), ws],
  ]
}
