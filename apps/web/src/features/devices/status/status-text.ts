import type { TFunction } from 'i18next'
import { formatLocaleNumber } from '../../../ui/format/quantities.ts'
import type { GeneratorStatus, PanelStatus } from './status-labels.ts'

export function formatPanelStatus(t: TFunction, language: string, status: PanelStatus): string {
  switch (status.label) {
    case 'fault':
      return t(`devices:fault.${status.fault}`)
    case 'battery':
      return t('devices:panel.battery', { percent: formatLocaleNumber(status.percent, language) })
    case 'temp':
      return t('devices:panel.temp', { degrees: formatLocaleNumber(status.degrees, language) })
    case 'connecting':
    case 'inUse':
    case 'none':
    case 'silent':
    case 'error':
    case 'warn':
      return t(`devices:panel.${status.label}`)
    default:
      return t(`devices:state.${status.label}`)
  }
}

export const formatGeneratorStatus = (t: TFunction, status: GeneratorStatus): string =>
  status.label === 'error'
    ? t('devices:generator.error', { code: status.code })
    : t(`devices:generator.${status.label}`)

/** Returns a short text for a status that is too long for a chip; a press shows the full text. */
export function formatShortPanelStatus(
  t: TFunction,
  language: string,
  status: PanelStatus,
): string | undefined {
  const { label } = status
  if (label === 'temp')
    return t('devices:measured.celsius', { value: formatLocaleNumber(status.degrees, language) })
  if (label === 'fault') return t('devices:panel.error')
  if (
    label === 'WaitingForRadiation' ||
    label === 'RadiationReceived' ||
    label === 'LoadingImage' ||
    label === 'NotAvailable'
  )
    return t(`devices:short.${label}`)
  return undefined
}
