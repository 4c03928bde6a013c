import { isWarning, statuses } from '../../../dimse/index.ts'
import type { Acceptor, ServiceObserver } from '../../../dimse/index.ts'
import { createGauge } from '../../../telemetry/registry.ts'
import type { Registry } from '../../../telemetry/registry.ts'

function classify(status: number): string {
  if (status === statuses.success) return 'success'
  if (status === statuses.cancelled) return 'cancelled'
  return isWarning(status) ? 'warning' : 'failure'
}

/** Counts associations and requests of other systems, without their titles and addresses. */
export function observeReceiver(
  registry: Registry,
  acceptors: readonly Acceptor[],
): ServiceObserver {
  const associations = registry.counter(
    'talus_dicom_associations_total',
    'Associations that were accepted, or refused for a reason.',
    'outcome',
  )
  const requests = registry.counter(
    'talus_dicom_requests_total',
    'Requests of other DICOM systems by the class of their status.',
    'operation',
    'outcome',
  )
  const durations = registry.histogram(
    'talus_dicom_request_seconds',
    'Time from the command of a request to its last response.',
    'operation',
  )
  registry.collect(() => [
    createGauge(
      'talus_dicom_connections',
      'Open connections of other DICOM systems.',
      acceptors.reduce((sum, acceptor) => sum + acceptor.countOpen(), 0),
    ),
  ])
  return {
    onAssociation: (refused) => associations.add([refused ?? 'accepted']),
    onRequest: (operation, status, seconds) => {
      requests.add([operation, classify(status)])
      durations.observe([operation], seconds)
    },
  }
}
