import type { BackupWarning } from '@talus/contract'

/** Images may already be at risk. */
export const urgentWarnings: readonly BackupWarning[] = [
  'failed',
  'check-failed',
  'incomplete',
  'overdue',
  'damaged',
  'second-store-away',
  'second-store-not-set',
  'data-disk-critical',
]
